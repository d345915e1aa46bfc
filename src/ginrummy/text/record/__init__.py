"""Records: matches as readable text, with a writer, and a reader that replays them (docs/records.md)."""

from __future__ import annotations

from ginrummy.text.record.files import load_record, read_records, record_files, save_record
from ginrummy.text.record.reader import Record, read_record
from ginrummy.text.record.writer import write_record

__all__ = [
    "Record",
    "load_record",
    "read_record",
    "read_records",
    "record_files",
    "save_record",
    "write_record",
]

"""CUDA target of the compiler: code for graphics cards from the same copies that the processor runs.

A copy is LLVM code before it becomes machine code of this processor. Types and layouts of a card's code are
the same, so the same copies are linked, optimized and written as PTX, the assembler that every card's driver
reads. A kernel runs one thread for each table. It calls the function of the processor's loop with arrays of
length one, the rows of its own table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm
from llvmlite import ir

from ginrummy.kernel.compile import Inner, copy_function
from ginrummy.kernel.compile_cache import cache_folder, compile_lock
from ginrummy.kernel.exports import ArrayKind, Export, flat_arguments
from ginrummy.kernel.llvm_calls import LONG, Slots, call_export, compile_export, result_type, slot_value

TRIPLE: Final = "nvptx64-nvidia-cuda"
CARD: Final = "sm_75"
"""The oldest card whose code is written: Turing, of 2018. A driver translates it for newer ones."""
FEATURES: Final = "+ptx78"
"""The version of PTX: drivers of 2022 and later read it."""
SPEED: Final = 2
DOOR: Final = "door."

# Numba counts the owners of an array. On a card an array has none.
_NO_OWNERS: Final = """
define void @NRT_incref(ptr %owner) alwaysinline { ret void }
define void @NRT_decref(ptr %owner) alwaysinline { ret void }
"""
_NUMBER: Final = ir.IntType(32)


def target_machine() -> llvm.TargetMachine:
    """Return LLVM's target machine."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=CARD, features=FEATURES, opt=SPEED)


def optimized_module(exports: Sequence[Export], machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """Return the optimized code of `exports`: for each a function that plays the table of a given number.

    This part needs no card. The function is called `DOOR` and the export's name, and its arguments are the
    number of the table and the slots of `argument_slot_count`.
    """
    whole = llvm.parse_assembly(_NO_OWNERS)
    whole.triple, whole.data_layout = TRIPLE, str(machine.target_data)
    for export in exports:
        compiled = compile_export(export, Inner)
        _link(whole, llvm.parse_bitcode(compiled.library._final_module.as_bitcode()))
        _link(whole, llvm.parse_assembly(_door(export, compiled.fndesc.llvm_func_name)))
    doors = {DOOR + function_name(export) for export in exports}
    for number, function in enumerate(whole.functions):
        if not function.is_declaration and function.name not in doors:
            function.linkage, function.name = "internal", f"inner_{number}"
    for number, variable in enumerate(whole.global_variables):
        if not variable.is_declaration:
            variable.linkage, variable.name = "internal", f"table_{number}"
    whole.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    return whole


def _link(whole: llvm.ModuleRef, part: llvm.ModuleRef) -> None:
    part.triple, part.data_layout = whole.triple, whole.data_layout
    whole.link_in(part)


def function_name(export: Export) -> str:
    """Return the name of the kernel for an export."""
    name: str = export.function.__name__
    return name


def argument_slot_count(export: Export) -> int:
    """Return how many 64-bit slots the arguments of an export fill: its parts, and lengths of arrays."""
    kinds = [kind for _name, kind in flat_arguments(export)]
    return len(kinds) + sum(kind.dimensions for kind in kinds if isinstance(kind, ArrayKind))


def _door(export: Export, inside: str) -> str:
    module = ir.Module(DOOR + function_name(export))
    door = _function(module, export, DOOR, result_type(export))
    builder = ir.IRBuilder(door.append_basic_block())
    call_export(builder, export, inside, _slots(builder, door.args[1:]), door.args[0])
    return str(module)


def _function(module: Any, export: Export, prefix: str, returns: Any) -> Any:
    kinds = [LONG] * (1 + argument_slot_count(export))
    return ir.Function(module, ir.FunctionType(returns, kinds), prefix + function_name(export))


def _slots(builder: Any, slots: Sequence[Any]) -> Slots:
    for slot in slots:
        yield partial(_slot_as, builder, slot)


def _slot_as(builder: Any, slot: Any, kind: Any) -> Any:
    return slot if kind == LONG else slot_value(builder, slot, kind)


def ptx(exports: Sequence[Export]) -> bytes:
    """Return the PTX of `exports`: a kernel for each, called like its function.

    A kernel's arguments are the count of the tables and the slots of `argument_slot_count`. Its threads from
    that count on do nothing. What the functions return is dropped.
    """
    machine = target_machine()
    whole = optimized_module(exports, machine)
    for export in exports:
        _link(whole, llvm.parse_assembly(_kernel(export)))
    for function in whole.functions:
        if function.name.startswith(DOOR):
            function.linkage, function.name = "internal", function.name.replace(".", "_")
    text: str = machine.emit_assembly(whole)
    return text.encode()


def _kernel(export: Export) -> str:
    module = ir.Module(function_name(export))
    kernel = _function(module, export, "", ir.VoidType())
    kernel.calling_convention = "ptx_kernel"
    builder = ir.IRBuilder(kernel.append_basic_block())
    place = _thread_number(builder)
    with builder.if_then(builder.icmp_signed("<", place, kernel.args[0])):
        builder.call(_function(module, export, DOOR, result_type(export)), [place, *kernel.args[1:]])
    builder.ret_void()
    return str(module)


def _thread_number(builder: Any) -> Any:
    """Return the number of this thread among those of all blocks."""
    block, size, within = (builder.zext(builder.call(each, []), LONG) for each in _registers(builder.module))
    return builder.add(builder.mul(block, size), within)


def _registers(module: Any) -> Iterator[Any]:
    for name in ("ctaid", "ntid", "tid"):
        kind = ir.FunctionType(_NUMBER, [])
        yield ir.Function(module, kind, f"llvm.nvvm.read.ptx.sreg.{name}.x")


def code_file(exports: Sequence[Export], make: Callable[[Sequence[Export]], bytes] = ptx) -> Path:
    """Return a file with the code of `exports`, which `make` makes once for the current sources."""
    path = cache_folder() / f"{_identity(exports)}.{make.__name__}"
    with compile_lock():
        if not path.exists():
            draft = path.with_suffix(".draft")
            draft.write_bytes(make(exports))
            draft.replace(path)
    return path


def _identity(exports: Sequence[Export]) -> str:
    """Return a name that differs for other sources, players and versions."""
    parts = [llvmlite.__version__, CARD, FEATURES, str(SPEED)]
    for export in exports:
        parts += [copy_function(export.function, export.swaps, Inner).__qualname__, str(export.arguments)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

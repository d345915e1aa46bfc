// Streaming reader for tar archives (ustar), gzipped or plain.
const BLOCK = 512;
const LONGEST = 100;
const text = new TextDecoder();

/**
 * @param {Uint8Array<ArrayBuffer>} head
 * @param {number} from
 * @param {number} length
 */
const field = (head, from, length) => text.decode(head.subarray(from, from + length)).replace(/\0.*$/s, "");

/**
 * Decompress a stream of bytes if the host has not already done so.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {(size: number) => void} onProgress
 */
async function plain(stream, onProgress) {
  let size = 0;
  const counted = stream.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        size += part.length;
        onProgress(size);
        controller.enqueue(part);
      },
    }),
  );
  const [peeked, whole] = counted.tee();
  const reader = peeked.getReader();
  const { value } = await reader.read();
  reader.cancel();
  return value?.[0] === 0x1f ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

/**
 * Yield the files of an archive. `onProgress` is called with the number of bytes received.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {(size: number) => void} [onProgress]
 * @returns {AsyncGenerator<{ path: string, bytes: Uint8Array<ArrayBuffer> }>}
 */
export async function* entries(stream, onProgress = () => {}) {
  const bytes = new Uint8Array(await new Response(await plain(stream, onProgress)).arrayBuffer());
  yield* files(bytes);
}

/**
 * Yield the files of an uncompressed archive.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Generator<{ path: string, bytes: Uint8Array<ArrayBuffer> }>}
 */
export function* files(bytes) {
  for (let place = 0; place + BLOCK <= bytes.length && bytes[place]; ) {
    const head = bytes.subarray(place, place + BLOCK);
    const size = parseInt(field(head, 124, 12), 8);
    const prefix = field(head, 345, 155);
    const path = (prefix && `${prefix}/`) + field(head, 0, LONGEST);
    place += BLOCK;
    yield { path, bytes: bytes.subarray(place, place + size) };
    place += Math.ceil(size / BLOCK) * BLOCK;
  }
}

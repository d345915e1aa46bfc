// File system of the interpreter in the browser's origin private file system. Writes are visible at once and flushed at
// the end of a transaction. The files are opened before Python runs, because that is asynchronous.
const FOLDER = 0o040_777;
const FILE = 0o100_666;
const BLOCK = 4096;
const ENOENT = 44;
const EIO = 29;
const ENOSPC = 51;
const EPERM = 63;
const PAUSE = 200;
const PATIENCE = 50;

/** @typedef {Map<string, FileSystemSyncAccessHandle>} Handles */

/**
 * Open the files `names` of `folder`. Retry while a closing tab still holds them.
 * @param {string} folder
 * @param {string[]} names
 * @returns {Promise<Handles>}
 */
export async function openFiles(folder, names) {
  const root = await navigator.storage.getDirectory();
  const there = await root.getDirectoryHandle(folder, { create: true });
  const handles = new Map();
  for (const name of names) handles.set(name, await openFile(await there.getFileHandle(name, { create: true })));
  return handles;
}

/** @param {FileSystemFileHandle} file */
async function openFile(file) {
  for (let left = PATIENCE; ; left--) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!left || /** @type {DOMException} */ (error).name !== "NoModificationAllowedError") throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/**
 * Return a mountable file system of the interpreter's `FS` with exactly the files in `handles`.
 * @param {any} FS
 * @param {Handles} handles
 * @param {(isFull: boolean) => void} noteRoom called after each operation
 */
export function keptFiles(FS, handles, noteRoom) {
  const epoch = new Date(0);
  /** @param {any} node */
  const isFolder = (node) => FS.isDir(node.mode);
  /** @param {any} node */
  const size = (node) => (isFolder(node) ? BLOCK : handles.get(node.name)?.getSize() ?? 0);
  /** @type {(code: number) => never} */
  const refuse = (code) => {
    throw new FS.ErrnoError(code);
  };
  /**
   * @template T
   * @param {() => T} action
   * @returns {T}
   */
  const done = (action) => {
    try {
      const found = action();
      noteRoom(false);
      return found;
    } catch (error) {
      const isFull = /** @type {DOMException} */ (error).name === "QuotaExceededError";
      if (isFull) noteRoom(true);
      return refuse(isFull ? ENOSPC : EIO);
    }
  };
  const node_ops = {
    /** @param {any} node */
    getattr: (node) => ({
      dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: size(node),
      atime: epoch, mtime: epoch, ctime: epoch, blksize: BLOCK, blocks: Math.ceil(size(node) / BLOCK),
    }),
    /** @type {(node: any, change: { size?: number }) => void} */
    setattr: (node, change) => {
      if (change.size !== undefined) done(() => handles.get(node.name)?.truncate(change.size ?? 0));
    },
    /** @type {(parent: any, name: string) => any} */
    lookup: (parent, name) => (handles.has(name) ? makeNode(parent, name, FILE) : refuse(ENOENT)),
    mknod: () => refuse(EPERM),
    /** @type {(parent: any, name: string) => void} */
    unlink: (_parent, name) => done(() => handles.get(name)?.truncate(0)),
    readdir: () => [".", "..", ...handles.keys()],
  };
  const stream_ops = {
    /** @type {(stream: any, buffer: Int8Array, offset: number, length: number, at: number) => number} */
    read: (stream, buffer, offset, length, at) =>
      done(() => handles.get(stream.node.name)?.read(buffer.subarray(offset, offset + length), { at }) ?? 0),
    /** @type {(stream: any, buffer: Int8Array, offset: number, length: number, at: number) => number} */
    write: (stream, buffer, offset, length, at) =>
      done(() => handles.get(stream.node.name)?.write(buffer.subarray(offset, offset + length), { at }) ?? 0),
    /** @type {(stream: any, offset: number, whence: number) => number} */
    llseek: (stream, offset, whence) => offset + [0, stream.position, size(stream.node)][whence],
    /** @type {(stream: any) => number} */
    fsync: (stream) => done(() => handles.get(stream.node.name)?.flush()) ?? 0,
  };
  /** @type {(parent: any, name: string, mode: number) => any} */
  const makeNode = (parent, name, mode) => Object.assign(FS.createNode(parent, name, mode, 0), { node_ops, stream_ops });
  return { mount: () => makeNode(null, "/", FOLDER) };
}

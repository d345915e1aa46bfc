/** What is used of Pyodide, whose own types come with it only when the site is built. */
export function loadPyodide(options: { indexURL: string; env: Record<string, string>; [more: string]: unknown }): Promise<any>;

/** The interpreter before it runs, which `pyodide.asm.mjs` makes. */
declare const create: (settings: unknown) => Promise<any>;
export default create;

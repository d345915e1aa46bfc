/** What is used of Pyodide, whose own types come with it only when the site is built. */
export function loadPyodide(options: { indexURL: string; env: Record<string, string> }): Promise<any>;

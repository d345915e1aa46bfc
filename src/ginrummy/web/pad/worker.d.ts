/** The addresses that the worker keeps, the page first: the server writes them above the script. */
declare const KEPT: string[];

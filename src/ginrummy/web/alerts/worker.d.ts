/** What the worker keeps, each list with its page first, and its icon: the server writes them above the script. */
declare const PAD: string[];
declare const AWAY: string[];
declare const ICON: string;

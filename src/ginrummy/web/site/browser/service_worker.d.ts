/** What the build writes above the script: which version this is, its packs and other files, how files are told. */
declare const BUILD: string;
declare const PACKS: { name: string; size: number }[];
declare const SHELL: string[];
declare const TYPES: Record<string, string>;
declare const POLICY: Record<string, string>;

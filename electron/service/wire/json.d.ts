/**
 * Features of Node 24 that TypeScript's library does not declare yet: the source text of a number
 * in a reviver, and text that is written to JSON unchanged.
 */
interface RawJson {
  readonly rawJSON: string;
}

interface JSON {
  parse(
    text: string,
    reviver: (
      this: unknown,
      key: string,
      value: unknown,
      context: { readonly source?: string },
    ) => unknown,
  ): unknown;
  rawJSON(text: string): RawJson;
}

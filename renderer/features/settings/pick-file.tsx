import type { RefObject } from 'react';

/** The system's own dialog for choosing a file, opened by a key of the screen. */
export function PickFile(props: {
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly types: string;
  readonly onFile: (file: File) => void;
}) {
  return (
    <input
      ref={props.picker}
      type="file"
      accept={props.types}
      hidden
      onChange={(event) => {
        const file = event.target.files?.item(0);
        if (file) props.onFile(file);
        // The same file may be chosen again once it was mended.
        event.target.value = '';
      }}
    />
  );
}

import type { RefObject } from 'react';

/** The system's dialog for choosing a file, opened by a key of the screen. */
export function FilePicker(props: {
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
        // Allows choosing the same file again after it was corrected.
        event.target.value = '';
      }}
    />
  );
}

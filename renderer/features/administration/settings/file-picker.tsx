import type { RefObject } from 'react';

/** A hidden file input. The screen opens its system dialog with a key. */
export function FilePicker(props: {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly acceptedTypes: string;
  readonly onFile: (file: File) => void;
}) {
  return (
    <input
      ref={props.inputRef}
      type="file"
      accept={props.acceptedTypes}
      hidden
      onChange={(event) => {
        const file = event.target.files?.item(0);
        if (file) props.onFile(file);
        // Allows choosing the same file again after it was corrected, which otherwise fires no
        // `change` event.
        event.target.value = '';
      }}
    />
  );
}

/**
 * The edits of a tap. The browser itself inserts and deletes, as for a key: with the selection, the
 * maximum length and the events of a key.
 */
export function insertText(field: HTMLInputElement, text: string): void {
  field.focus();
  document.execCommand('insertText', false, text);
}

export function deleteBackward(field: HTMLInputElement): void {
  field.focus();
  document.execCommand('delete');
}

export function clearField(field: HTMLInputElement): void {
  field.focus();
  field.select();
  document.execCommand('delete');
}

/** Dispatches Enter, which is the screen's own key. */
export function pressEnter(field: HTMLInputElement): void {
  field.focus();
  field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
}

/** Lets a browser save a file, as it saves any download. Electron's page is never given one. */
export function saveInBrowser(file: { readonly name: string; readonly base64: string }): void {
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** Saves a file that main returned, where only the browser can. The content is Base64. */
export function saveInBrowser(file: { readonly name: string; readonly base64: string }): void {
  const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
  const type = file.name.endsWith('.pdf') ? 'application/pdf' : 'text/plain';
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

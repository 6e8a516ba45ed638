/** Reads the text of a file that a person chose; null if the browser could not read it. */
export function readFileAsText(file: File): Promise<string | null> {
  return readWith((reader) => reader.readAsText(file));
}

/** Reads its bytes as Base64; null if the browser could not read it. */
export async function readFileAsBase64(file: File): Promise<string | null> {
  const url = await readWith((reader) => reader.readAsDataURL(file));
  return url === null ? null : url.slice(url.indexOf(',') + 1);
}

function readWith(start: (reader: FileReader) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    start(reader);
  });
}

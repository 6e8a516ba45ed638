/** The text of a file that a person chose; null if the browser could not read it. */
export function readText(file: File): Promise<string | null> {
  return read((reader) => reader.readAsText(file));
}

/** Its bytes in Base64; null if the browser could not read it. */
export async function readBase64(file: File): Promise<string | null> {
  const url = await read((reader) => reader.readAsDataURL(file));
  return url === null ? null : url.slice(url.indexOf(',') + 1);
}

function read(start: (reader: FileReader) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    start(reader);
  });
}

/** Searches everything that was written for marked secrets, in each encoding that could be used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';

export interface Finding {
  readonly location: string;
  readonly mark: string;
}

function encodeMark(mark: string): Buffer[] {
  const bytes = Buffer.from(mark, 'utf8');
  return [
    bytes,
    Buffer.from(bytes.toString('base64').replace(/=+$/, '').slice(0, -1)),
    Buffer.from(bytes.toString('base64url').replace(/=+$/, '').slice(0, -1)),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('hex').toUpperCase()),
    Buffer.from(encodeURIComponent(mark)),
    Buffer.from(mark, 'utf16le'),
  ];
}

export function findMarks(
  location: string,
  content: Uint8Array,
  marks: readonly string[],
): Finding[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return marks
    .filter((mark) => encodeMark(mark).some((form) => bytes.includes(form)))
    .map((mark) => ({ location, mark }));
}

/** Returns a file's content and what is packed in it: the files of a zip, the content of a gzip. */
export function listPieces(name: string, content: Uint8Array): [string, Uint8Array][] {
  const pieces: [string, Uint8Array][] = [[name, content]];
  if (name.endsWith('.zip')) {
    for (const [innerName, innerContent] of Object.entries(unzipSync(content))) {
      pieces.push(...listPieces(`${name}:${innerName}`, innerContent));
    }
  }
  if (name.endsWith('.gz')) pieces.push([`${name}:`, gunzipSync(content)]);
  return pieces;
}

export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns each value of a ledger separately: in the file, a value may be split over two pages. */
export function* listValues(file: string): Generator<readonly [table: string, value: Uint8Array]> {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  const database = new DatabaseSync(address, { readOnly: true });
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  for (const { name } of tables) {
    for (const row of database.prepare(`SELECT * FROM "${String(name)}"`).iterate()) {
      for (const [column, value] of Object.entries(row)) {
        if (value instanceof Uint8Array) {
          yield [`${String(name)}.${column}`, value];
          const inflated = inflate(value);
          if (inflated !== null) yield [`${String(name)}.${column}`, inflated];
        } else if (value !== null) yield [`${String(name)}.${column}`, Buffer.from(String(value))];
      }
    }
  }
  database.close();
}

/** Papers are stored deflated. */
function inflate(value: Uint8Array): Uint8Array | null {
  try {
    return inflateRawSync(value);
  } catch {
    return null;
  }
}

export function findInFolder(folder: string, marks: readonly string[]): Finding[] {
  return listFiles(folder).flatMap((file) => {
    const name = relative(folder, file);
    const fileFindings = listPieces(name, readFileSync(file)).flatMap(([piece, content]) =>
      findMarks(piece, content, marks),
    );
    if (!file.endsWith('.sqlite')) return fileFindings;
    const valueFindings = [...listValues(file)].flatMap(([location, value]) =>
      findMarks(`${name}:${location}`, value, marks),
    );
    return [...fileFindings, ...valueFindings];
  });
}

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';

/** What becomes of one of the server's answers. */
export type Fault =
  | { readonly kind: 'drop' | 'double' | 'end' | 'cut' }
  /** These bytes instead of the answer, without a length. */
  | { readonly kind: 'garbage'; readonly bytes: Uint8Array }
  /** An answer of this type, with these bytes after its id. */
  | { readonly kind: 'replace'; readonly type: number; readonly bytes: Uint8Array }
  /** Bytes of the answer after its length, each changed by XOR. */
  | { readonly kind: 'flip'; readonly flips: readonly (readonly [number, number])[] }
  /** The answer's length is this number. */
  | { readonly kind: 'length'; readonly length: number };

/**
 * An SFTP server in memory that writes its messages itself, so that the bytes of any answer can be
 * wrong. It accepts every login.
 */
export interface FuzzedServer {
  readonly port: number;
  readonly files: Map<string, Buffer>;
  /** The fault of each answer by its number, the first is 0. */
  faults: ReadonlyMap<number, Fault>;
  /** Called when a file that was written is closed. */
  onClose: () => void;
  /** Forgets the files, and counts the answers anew. */
  reset(): void;
  close(): Promise<void>;
}

const TYPE = { version: 2, status: 101, handle: 102, data: 103, attributes: 105 } as const;
const { OK, EOF, NO_SUCH_FILE, FAILURE, OP_UNSUPPORTED } = ssh2.utils.sftp.STATUS_CODE;

interface Answer {
  readonly type: number;
  readonly body: Buffer;
}

export async function startFuzzedServer(): Promise<FuzzedServer> {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'till-fuzz-'));
  const key = join(temporaryFolder, 'host');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const files = new Map<string, Buffer>();
  let answerCount = 0;
  let resetCount = 0;
  const state = {
    files,
    faults: new Map() as ReadonlyMap<number, Fault>,
    onClose: (): void => {},
    reset: (): void => {
      files.clear();
      answerCount = 0;
      resetCount += 1;
    },
  };

  const answerRequest = (type: number, body: Buffer): Answer => {
    const read = createReader(body);
    switch (type) {
      case 3: {
        const path = read.text();
        if ((read.number() & 2) !== 0) files.set(path, Buffer.alloc(0));
        return files.has(path)
          ? { type: TYPE.handle, body: encodeText(path) }
          : toStatus(NO_SUCH_FILE);
      }
      case 4:
        state.onClose();
        return toStatus(OK);
      case 5: {
        const content = files.get(read.text()) ?? Buffer.alloc(0);
        const piece = content.subarray(read.long(), content.length);
        return piece.length === 0
          ? toStatus(EOF)
          : { type: TYPE.data, body: encodeText(piece.subarray(0, read.number())) };
      }
      case 6: {
        const path = read.text();
        const content = files.get(path) ?? Buffer.alloc(0);
        files.set(path, Buffer.concat([content.subarray(0, read.long()), read.bytes()]));
        return toStatus(OK);
      }
      case 7:
      case 8:
      case 17: {
        const path = read.text();
        const size = path === '.' ? 0 : files.get(path)?.length;
        return size === undefined ? toStatus(NO_SUCH_FILE) : toAttributes(size);
      }
      case 9:
      case 10:
        return toStatus(OK);
      case 13:
        return toStatus(files.delete(read.text()) ? OK : NO_SUCH_FILE);
      case 18: {
        const [from, to] = [read.text(), read.text()];
        const content = files.get(from);
        if (content === undefined || files.has(to)) return toStatus(FAILURE);
        files.delete(from);
        files.set(to, content);
        return toStatus(OK);
      }
      default:
        return toStatus(OP_UNSUPPORTED);
    }
  };

  const server = new ssh2.Server({ hostKeys: [readFileSync(key)] }, (client) => {
    client.on('error', () => {});
    client.on('authentication', (context) => context.accept());
    client.on('session', (accept) => {
      accept().on('subsystem', (acceptSubsystem) => {
        const channel = acceptSubsystem();
        channel.on('error', () => {});
        let pending: Buffer = Buffer.alloc(0);
        const openedAfter = resetCount;
        channel.on('data', (piece: Buffer) => {
          // The last request of an earlier upload, such as the close of a file that it read.
          if (openedAfter !== resetCount) return;
          pending = Buffer.concat([pending, piece]);
          while (pending.length >= 4 && pending.length >= 4 + pending.readUInt32BE(0)) {
            const packet = pending.subarray(4, 4 + pending.readUInt32BE(0));
            pending = pending.subarray(4 + packet.length);
            const isInit = packet[0] === 1;
            const message = isInit
              ? encodeMessage({ type: TYPE.version, body: encodeNumber(3) }, null)
              : encodeMessage(
                  answerRequest(packet[0] ?? 0, packet.subarray(5)),
                  packet.subarray(1, 5),
                );
            const fault = state.faults.get(answerCount);
            answerCount += 1;
            const sent = fault === undefined ? message : applyFault(fault, message);
            if (sent === null) client.end();
            else if (sent.length > 0) channel.write(sent);
            if (fault?.kind === 'cut') channel.end();
          }
        });
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return Object.assign(state, {
    port: address.port,
    close: async () => {
      server.close();
      rmSync(temporaryFolder, { recursive: true, force: true });
    },
  });
}

/** Null ends the connection. */
function applyFault(fault: Fault, message: Buffer): Buffer | null {
  const changed = Buffer.from(message);
  switch (fault.kind) {
    case 'drop':
      return Buffer.alloc(0);
    case 'double':
      return Buffer.concat([message, message]);
    case 'end':
      return null;
    case 'cut':
      return message.subarray(0, Math.ceil(message.length / 2));
    case 'garbage':
      return Buffer.from(fault.bytes);
    case 'replace':
      return encodeMessage(
        { type: fault.type, body: Buffer.from(fault.bytes) },
        message.subarray(5, 9),
      );
    case 'flip':
      for (const [position, mask] of fault.flips) {
        const at = 4 + (position % (message.length - 4));
        changed.writeUInt8(changed.readUInt8(at) ^ mask, at);
      }
      return changed;
    case 'length':
      changed.writeUInt32BE(fault.length, 0);
      return changed;
  }
}

function encodeMessage({ type, body }: Answer, id: Buffer | null): Buffer {
  const content = Buffer.concat([Buffer.from([type]), ...(id === null ? [] : [id]), body]);
  return Buffer.concat([encodeNumber(content.length), content]);
}

function toStatus(code: number): Answer {
  const body = Buffer.concat([encodeNumber(code), encodeText('status'), encodeText('en')]);
  return { type: TYPE.status, body };
}

function toAttributes(size: number): Answer {
  const body = Buffer.concat([encodeNumber(1), encodeNumber(0), encodeNumber(size)]);
  return { type: TYPE.attributes, body };
}

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function encodeText(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([encodeNumber(bytes.length), bytes]);
}

function createReader(body: Buffer) {
  let position = 0;
  const number = (): number => {
    position += 4;
    return body.readUInt32BE(position - 4);
  };
  const bytes = (): Buffer => {
    const length = number();
    position += length;
    return body.subarray(position - length, position);
  };
  return {
    number,
    bytes,
    text: () => bytes().toString(),
    long: () => number() * 2 ** 32 + number(),
  };
}

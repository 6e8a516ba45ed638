import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type FileCall, readFileCalls } from './file-calls.ts';

/** Everything that a traced process did to the files of one folder, and what it sent to whom. */

/** A file or a folder, independent of its names. */
export type DiskNode = number;
/** The recorded folder itself. */
export const ROOT_NODE: DiskNode = 0;

export interface NameChange {
  readonly folder: DiskNode;
  readonly name: string;
  /** Null removes the name. */
  readonly node: DiskNode | null;
}

interface Span {
  readonly began: number;
  readonly ended: number;
}

export type FileChange = Span & { readonly file: DiskNode } & (
    | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer }
    | { readonly kind: 'resize'; readonly size: number }
  );

export type DiskEvent =
  | FileChange
  /** One call, such as a rename: its changes happen together. */
  | (Span & { readonly kind: 'names'; readonly changes: readonly NameChange[] })
  | (Span & { readonly kind: 'sync'; readonly node: DiskNode; readonly path: string });

/** The folder before the process started; all of it is on disk. */
export interface DiskTree {
  readonly names: ReadonlyMap<DiskNode, ReadonlyMap<string, DiskNode>>;
  readonly contents: ReadonlyMap<DiskNode, Buffer>;
}

export interface DiskRecording {
  readonly initialTree: DiskTree;
  /** Every folder that existed at any time. */
  readonly folders: ReadonlySet<DiskNode>;
  /** Ordered by the line at which they ended. */
  readonly events: readonly DiskEvent[];
  readonly sent: readonly Extract<FileCall, { kind: 'send' }>[];
}

export function readDiskTree(folder: string): DiskTree {
  const names = new Map<DiskNode, Map<string, DiskNode>>();
  const contents = new Map<DiskNode, Buffer>();
  let nodeCount = ROOT_NODE + 1;
  const readFolder = (path: string, node: DiskNode): void => {
    const entries = new Map<string, DiskNode>();
    names.set(node, entries);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = nodeCount;
      nodeCount += 1;
      entries.set(entry.name, child);
      if (entry.isDirectory()) readFolder(join(path, entry.name), child);
      else contents.set(child, readFileSync(join(path, entry.name)));
    }
  };
  readFolder(folder, ROOT_NODE);
  return { names, contents };
}

/** Reads what the trace says about `folder`. Throws for a change that it does not understand. */
export function readDiskRecording(
  traceFile: string,
  folder: string,
  initialTree: DiskTree,
): DiskRecording {
  const tree = createLiveTree(folder, initialTree);
  const calls = readFileCalls(traceFile);
  const events = calls.flatMap((call) => tree.apply(call));
  return {
    initialTree,
    folders: tree.listFolders(),
    events: events.toSorted((first, second) => first.ended - second.ended),
    sent: calls.filter((call) => call.kind === 'send'),
  };
}

interface OpenFile {
  readonly node: DiskNode;
  readonly path: string;
  readonly appends: boolean;
  position: number;
}

/** The folder as the process sees it: finds the file of each path and descriptor. */
function createLiveTree(folder: string, initialTree: DiskTree) {
  const names = new Map([...initialTree.names].map(([node, entries]) => [node, new Map(entries)]));
  const contents = new Map(
    [...initialTree.contents].map(([node, bytes]) => [node, toGrowing(bytes)]),
  );
  const openFiles = new Map<string, OpenFile>();
  let nodeCount = names.size + contents.size;

  const createNode = (): DiskNode => {
    nodeCount += 1;
    return nodeCount - 1;
  };
  /** Null for a path outside the recorded folder. */
  const findPlace = (path: string): Omit<NameChange, 'node'> | null => {
    if (!path.startsWith(folder + sep)) return null;
    const parts = path.slice(folder.length + 1).split(sep);
    const name = parts.pop() ?? '';
    let node = ROOT_NODE;
    for (const part of parts) {
      const child = names.get(node)?.get(part);
      if (child === undefined) throw new Error(`trace: ${path} is in an unknown folder`);
      node = child;
    }
    return { folder: node, name };
  };
  const findNode = (path: string): DiskNode | undefined => {
    if (path === folder) return ROOT_NODE;
    const place = findPlace(path);
    return place === null ? undefined : names.get(place.folder)?.get(place.name);
  };
  const changeNames = ({ began, ended }: Span, changes: readonly NameChange[]): DiskEvent[] => {
    for (const { folder: parent, name, node } of changes) {
      if (node === null) names.get(parent)?.delete(name);
      else names.get(parent)?.set(name, node);
    }
    return [{ kind: 'names', changes, began, ended }];
  };
  const setName = (call: Span, path: string, node: DiskNode | null): DiskEvent[] => {
    const place = findPlace(path);
    return place === null ? [] : changeNames(call, [{ ...place, node }]);
  };
  const resize = ({ began, ended }: Span, file: DiskNode, size: number): DiskEvent[] => {
    contents.get(file)?.resize(size);
    return [{ kind: 'resize', file, size, began, ended }];
  };

  const writeAt = (
    { began, ended }: Span,
    file: DiskNode,
    offset: number,
    bytes: Buffer,
  ): DiskEvent[] => {
    contents.get(file)?.write(offset, bytes);
    return [{ kind: 'write', file, offset, bytes, began, ended }];
  };

  const openFile = (call: Extract<FileCall, { kind: 'open' }>): DiskEvent[] => {
    const { path, descriptor, appends, truncates } = call;
    const existing = findNode(path);
    if (existing === undefined && findPlace(path) === null) return [];
    const node = existing ?? createNode();
    openFiles.set(descriptor, { node, path, appends, position: 0 });
    if (existing !== undefined) return truncates ? resize(call, node, 0) : [];
    contents.set(node, toGrowing(Buffer.alloc(0)));
    return setName(call, path, node);
  };
  const write = (call: Extract<FileCall, { kind: 'write' }>): DiskEvent[] => {
    const file = openFiles.get(call.descriptor);
    if (file === undefined) return [];
    const size = contents.get(file.node)?.getBytes().length ?? 0;
    const offset = call.offset ?? (file.appends ? size : file.position);
    if (call.offset === null) file.position = offset + call.bytes.length;
    return writeAt(call, file.node, offset, call.bytes);
  };
  const copy = (call: Extract<FileCall, { kind: 'copy' }>): DiskEvent[] => {
    const [from, to] = [openFiles.get(call.from), openFiles.get(call.to)];
    if (to === undefined) return [];
    const source = from && contents.get(from.node)?.getBytes();
    if (source === undefined) throw new Error(`trace: copy to ${to.path}`);
    const bytes = Buffer.from(source.subarray(call.offset, call.offset + call.count));
    const { position } = to;
    to.position += call.count;
    return writeAt(call, to.node, position, bytes);
  };
  const rename = (call: Extract<FileCall, { kind: 'rename' | 'link' }>): DiskEvent[] => {
    const [source, target, node] = [findPlace(call.from), findPlace(call.to), findNode(call.from)];
    if (source === null && target === null) return [];
    if (source === null || target === null || node === undefined)
      throw new Error(`trace: ${call.from} is moved to ${call.to}`);
    const added = { ...target, node };
    return changeNames(call, call.kind === 'link' ? [added] : [{ ...source, node: null }, added]);
  };

  const apply = (call: FileCall): DiskEvent[] => {
    switch (call.kind) {
      case 'open':
        return openFile(call);
      case 'close':
        openFiles.delete(call.descriptor);
        return [];
      case 'write':
        return write(call);
      case 'copy':
        return copy(call);
      case 'resize': {
        const file = openFiles.get(call.descriptor);
        return file === undefined ? [] : resize(call, file.node, call.size);
      }
      case 'sync': {
        const file = openFiles.get(call.descriptor);
        if (file === undefined) return [];
        const { node, path } = file;
        return [{ kind: 'sync', node, path, began: call.began, ended: call.ended }];
      }
      case 'create-folder': {
        const node = createNode();
        names.set(node, new Map());
        return setName(call, call.path, node);
      }
      case 'remove':
        return setName(call, call.path, null);
      case 'rename':
      case 'link':
        return rename(call);
      case 'other': {
        const file = openFiles.get(call.descriptor);
        if (file !== undefined) throw new Error(`trace: ${call.name} on ${file.path}`);
        return [];
      }
      case 'send':
        return [];
    }
  };
  return { apply, listFolders: (): ReadonlySet<DiskNode> => new Set(names.keys()) };
}

/** A file's bytes, which are not copied at each write. */
function toGrowing(initialBytes: Buffer) {
  let buffer = Buffer.from(initialBytes);
  let size = initialBytes.length;
  const reserve = (capacity: number): void => {
    if (capacity <= buffer.length) return;
    const larger = Buffer.alloc(2 * capacity);
    buffer.copy(larger);
    buffer = larger;
  };
  return {
    getBytes: (): Buffer => buffer.subarray(0, size),
    write: (offset: number, bytes: Buffer): void => {
      reserve(offset + bytes.length);
      bytes.copy(buffer, offset);
      size = Math.max(size, offset + bytes.length);
    },
    resize: (newSize: number): void => {
      reserve(newSize);
      buffer.fill(0, Math.min(size, newSize));
      size = newSize;
    },
  };
}

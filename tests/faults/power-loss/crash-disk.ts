import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../support/random.ts';
import {
  type DiskEvent,
  type DiskNode,
  type DiskRecording,
  type FileChange,
  ROOT_NODE,
} from './disk-recording.ts';

/**
 * A disk that loses power. What was synced is there: the bytes of a file after its fsync, a name
 * after the fsync of its folder. Of everything else any part may be there, as if a file system wrote
 * back what it likes in any order: a rename without the data of the file, a size without data, some
 * sectors of a write. Only one call on names, such as a rename, is never torn.
 */

export type SyncEvent = Extract<DiskEvent, { kind: 'sync' }>;
type NamesEvent = Extract<DiskEvent, { kind: 'names' }>;
type Names = Map<DiskNode, Map<string, DiskNode>>;

/** The files and folders after a power cut, by their path in the recorded folder. */
export interface CrashImage {
  readonly folders: readonly string[];
  readonly files: ReadonlyMap<string, Buffer>;
}

export interface CrashDisk {
  /** Runs the recording up to this line of the trace; the lines of the calls must not decrease. */
  advanceTo(line: number): void;
  /** Returns the files as a running program sees them. */
  readCurrentImage(): CrashImage;
  /** Draws what is on the disk if the power is lost now. */
  drawImage(random: Random): CrashImage;
}

/** `isSyncLost` plants a fault: a sync that does nothing. */
export function createCrashDisk(
  { initialTree, folders, events }: DiskRecording,
  isSyncLost: (sync: SyncEvent) => boolean = () => false,
): CrashDisk {
  const names = copyNames(initialTree.names);
  const contents = new Map(initialTree.contents);
  const pendingChanges = new Map<DiskNode, FileChange[]>();
  let pendingNames: NamesEvent[] = [];
  let nextEvent = 0;

  const syncFile = ({ node, began }: SyncEvent): void => {
    const changes = pendingChanges.get(node) ?? [];
    const covered = changes.filter(({ ended }) => ended < began);
    contents.set(node, applyChanges(contents.get(node), covered));
    pendingChanges.set(
      node,
      changes.filter(({ ended }) => ended >= began),
    );
  };
  const syncFolder = ({ node, began }: SyncEvent): void => {
    const isCovered = ({ ended, changes }: NamesEvent): boolean =>
      ended < began && changes.some(({ folder }) => folder === node);
    for (const event of pendingNames) if (isCovered(event)) applyNames(names, event);
    pendingNames = pendingNames.filter((event) => !isCovered(event));
  };
  const applyEvent = (event: DiskEvent): void => {
    switch (event.kind) {
      case 'names':
        pendingNames.push(event);
        return;
      case 'sync':
        if (isSyncLost(event)) return;
        if (folders.has(event.node)) syncFolder(event);
        else syncFile(event);
        return;
      case 'write':
      case 'resize':
        pendingChanges.set(event.file, [...(pendingChanges.get(event.file) ?? []), event]);
    }
  };
  const createImage = (loss: Loss): CrashImage => {
    const imageNames = copyNames(names);
    for (const event of pendingNames) if (loss.isNameKept()) applyNames(imageNames, event);
    const imageFolders: string[] = [];
    const files = new Map<string, Buffer>();
    const addFolder = (node: DiskNode, path: string): void => {
      for (const [name, child] of imageNames.get(node) ?? []) {
        const childPath = join(path, name);
        if (folders.has(child)) {
          imageFolders.push(childPath);
          addFolder(child, childPath);
        } else {
          const changes = (pendingChanges.get(child) ?? []).flatMap(loss.getKeptParts);
          files.set(childPath, applyChanges(contents.get(child), changes));
        }
      }
    };
    addFolder(ROOT_NODE, '');
    return { folders: imageFolders, files };
  };

  return {
    advanceTo: (line) => {
      for (; nextEvent < events.length; nextEvent += 1) {
        const event = events[nextEvent];
        if (event === undefined || event.ended > line) return;
        applyEvent(event);
      }
    },
    readCurrentImage: () =>
      createImage({ isNameKept: () => true, getKeptParts: (change) => [change] }),
    drawImage: (random) => createImage(drawLoss(random)),
  };
}

/** Writes the image into an existing empty folder. */
export function writeCrashImage({ folders, files }: CrashImage, folder: string): void {
  for (const path of folders) mkdirSync(join(folder, path), { mode: 0o700 });
  for (const [path, content] of files) writeFileSync(join(folder, path), content, { mode: 0o600 });
}

export function computeImageDigest({ folders, files }: CrashImage): string {
  const hash = createHash('sha1').update(folders.toSorted().join('\0'));
  for (const [path, content] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** What of the unsynced changes is on the disk. */
interface Loss {
  isNameKept(): boolean;
  getKeptParts(change: FileChange): readonly FileChange[];
}

function drawLoss(random: Random): Loss {
  const nameChance = random.pick([0, 0.5, 0.9, 1]);
  const changeChance = random.pick([0, 0.1, 0.5, 0.9, 1]);
  const tornChance = random.pick([0, 0, 0.3]);
  const sectorBytes = random.pick([512, 4096]);
  return {
    isNameKept: () => random.isLikely(nameChance),
    getKeptParts: (change) => {
      if (change.kind === 'write' && random.isLikely(tornChance))
        return tearWrite(change, sectorBytes, random);
      if (random.isLikely(changeChance)) return [change];
      // The size is on the disk, the bytes are not.
      return change.kind === 'write' && random.isLikely(changeChance) ? [toSizeOnly(change)] : [];
    },
  };
}

type Write = Extract<FileChange, { kind: 'write' }>;

function tearWrite(change: Write, sectorBytes: number, random: Random): FileChange[] {
  const { offset, bytes } = change;
  const end = offset + bytes.length;
  const parts: FileChange[] = [];
  for (let start = offset; start < end; ) {
    const sectorEnd = Math.min(end, (Math.floor(start / sectorBytes) + 1) * sectorBytes);
    if (random.isLikely(0.5))
      parts.push({
        ...change,
        offset: start,
        bytes: bytes.subarray(start - offset, sectorEnd - offset),
      });
    start = sectorEnd;
  }
  return random.isLikely(0.5) ? [...parts, toSizeOnly(change)] : parts;
}

function toSizeOnly(change: Write): FileChange {
  return { ...change, offset: change.offset + change.bytes.length, bytes: Buffer.alloc(0) };
}

/** Bytes that were never written are zeros. */
function applyChanges(content: Buffer | undefined, changes: readonly FileChange[]): Buffer {
  const before = content ?? Buffer.alloc(0);
  if (changes.length === 0) return before;
  const capacity = changes.reduce(
    (max, change) =>
      Math.max(max, change.kind === 'resize' ? change.size : change.offset + change.bytes.length),
    before.length,
  );
  const buffer = Buffer.alloc(capacity);
  before.copy(buffer);
  let size = before.length;
  for (const change of changes) {
    if (change.kind === 'resize') {
      buffer.fill(0, Math.min(size, change.size));
      size = change.size;
    } else {
      change.bytes.copy(buffer, change.offset);
      size = Math.max(size, change.offset + change.bytes.length);
    }
  }
  return buffer.subarray(0, size);
}

function copyNames(names: ReadonlyMap<DiskNode, ReadonlyMap<string, DiskNode>>): Names {
  return new Map([...names].map(([node, entries]) => [node, new Map(entries)]));
}

function applyNames(names: Names, event: NamesEvent): void {
  for (const { folder, name, node } of event.changes) {
    const entries = names.get(folder) ?? new Map<string, DiskNode>();
    names.set(folder, entries);
    if (node === null) entries.delete(name);
    else entries.set(name, node);
  }
}

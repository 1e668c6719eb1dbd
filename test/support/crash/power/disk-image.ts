/**
 * A folder as a disk holds it: what was synced, and what was not yet. It takes what the shim wrote down, and can lose power: then of each
 * file's unsynced pages, and of each folder's unsynced names, some are there and others are not.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pickInteger, type RandomSource } from '../../cases/seeded-random.ts';
import type { Entry } from './journal.ts';

const PAGE = 4_096;

type Change = { readonly offset: number; readonly bytes: Buffer } | { readonly size: number };
type Naming = (names: Map<string, Node>) => void;

interface File {
  readonly kind: 'file';
  mode: number;
  synced: Buffer;
  unsynced: Change[];
}

interface Folder {
  readonly kind: 'folder';
  mode: number;
  names: Map<string, Node>;
  synced: Map<string, Node>;
  unsynced: Naming[];
}

type Node = File | Folder;

export class DiskImage {
  readonly #root: Folder;
  readonly #nodes = new Map<bigint, Node>();

  /** Starts from the folder, all of it synced. `first` names the folder in a journal that was recorded for another folder. */
  constructor(path: string, first?: Entry) {
    this.#root = this.#read(path) as Folder;
    if (first && 'folder' in first) this.#nodes.set(first.folder, this.#root);
  }

  apply(entry: Entry): void {
    switch (entry.kind) {
      case 'create':
      case 'mkdir': {
        const { mode, name } = entry;
        const node: Node = entry.kind === 'create' ? emptyFile(mode) : emptyFolder(mode);
        this.#nodes.set(entry.node, node);
        return this.#name(entry.folder, (names) => names.set(name, node));
      }
      case 'link': {
        const node = this.#nodes.get(entry.node);
        return node && this.#name(entry.folder, (names) => names.set(entry.name, node));
      }
      case 'rename': {
        const { name, toName, folder, toFolder } = entry;
        const node = this.#folder(folder).names.get(name);
        if (!node) throw new Error(`${name} was renamed, but is not known`);
        if (folder === toFolder)
          return this.#name(folder, (names) => {
            names.delete(name);
            names.set(toName, node);
          });
        this.#name(toFolder, (names) => names.set(toName, node));
        return this.#name(folder, (names) => names.delete(name));
      }
      case 'unlink':
        return this.#name(entry.folder, (names) => names.delete(entry.name));
      case 'write':
        return void this.#file(entry.node).unsynced.push(entry);
      case 'truncate':
        return void this.#file(entry.node).unsynced.push(entry);
      case 'mode':
        return void (this.#node(entry.node).mode = entry.mode);
      case 'sync':
        return sync(this.#node(entry.node));
      case 'say':
    }
  }

  /** Everything is synced, as after an orderly end. */
  settle(isSettled: (path: string) => boolean = () => true): void {
    const visit = (node: Node, path: string): void => {
      if (isSettled(path)) sync(node);
      if (node.kind === 'folder') for (const [name, inner] of node.names) visit(inner, join(path, name));
    };
    visit(this.#root, '');
  }

  /** What was not synced is there in part, as chance wants it. */
  losePower(random: RandomSource): void {
    const seen = new Set<Node>();
    const visit = (node: Node): void => {
      if (seen.has(node)) return;
      seen.add(node);
      if (node.kind === 'file') return losePages(node, random);
      for (const naming of node.unsynced.slice(0, someOf(node.unsynced.length, random))) naming(node.synced);
      node.names = new Map(node.synced);
      node.unsynced = [];
      for (const inner of node.names.values()) visit(inner);
    };
    visit(this.#root);
  }

  /** Lays the synced state down in an empty folder. The index of SQLite's log is memory, and memory is lost. */
  writeTo(path: string, node: Node = this.#root): void {
    if (node.kind === 'file') {
      writeFileSync(path, node.synced);
    } else {
      mkdirSync(path, { recursive: true });
      for (const [name, inner] of node.synced) if (!name.endsWith('-shm')) this.writeTo(join(path, name), inner);
    }
    chmodSync(path, node.mode);
  }

  #read(path: string): Node {
    const stats = statSync(path, { bigint: true });
    const mode = Number(stats.mode) & 0o7777;
    const node: Node = stats.isDirectory() ? emptyFolder(mode) : { ...emptyFile(mode), synced: readFileSync(path) };
    this.#nodes.set(stats.ino, node);
    if (node.kind === 'folder') {
      for (const name of readdirSync(path)) node.names.set(name, this.#read(join(path, name)));
      node.synced = new Map(node.names);
    }
    return node;
  }

  #node(id: bigint): Node {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`nothing is known of ${id}`);
    return node;
  }

  #file(id: bigint): File {
    const node = this.#node(id);
    if (node.kind === 'file') return node;
    throw new Error(`${id} is a folder`);
  }

  #folder(id: bigint): Folder {
    const node = this.#node(id);
    if (node.kind === 'folder') return node;
    throw new Error(`${id} is a file`);
  }

  #name(folder: bigint, naming: Naming): void {
    const node = this.#folder(folder);
    naming(node.names);
    node.unsynced.push(naming);
  }
}

const emptyFile = (mode: number): File => ({ kind: 'file', mode, synced: Buffer.alloc(0), unsynced: [] });
const emptyFolder = (mode: number): Folder => ({
  ...{ kind: 'folder', mode, names: new Map(), synced: new Map(), unsynced: [] },
});

function sync(node: Node): void {
  if (node.kind === 'folder') {
    node.synced = new Map(node.names);
    node.unsynced = [];
    return;
  }
  node.synced = changed(node.synced, node.unsynced);
  node.unsynced = [];
}

function losePages(file: File, random: RandomSource): void {
  const { unsynced } = file;
  const dice = random();
  if (dice < 0.5) {
    // As they came, up to some moment.
    file.synced = changed(file.synced, unsynced.slice(0, someOf(unsynced.length, random)));
  } else {
    // Page by page, in any order.
    const pages = unsynced.flatMap(pagesOf).filter((change) => 'size' in change || random() < 0.5);
    file.synced = changed(file.synced, pages);
  }
  file.unsynced = [];
}

/** None, all or any number between. */
function someOf(count: number, random: RandomSource): number {
  const dice = random();
  if (dice < 0.3) return 0;
  return dice < 0.5 ? count : pickInteger(random, count + 1);
}

function pagesOf(change: Change): Change[] {
  if ('size' in change) return [change];
  const pages: Change[] = [];
  for (let at = 0; at < change.bytes.length;) {
    const offset = change.offset + at;
    const end = Math.min(change.bytes.length, at + PAGE - (offset % PAGE));
    pages.push({ offset, bytes: change.bytes.subarray(at, end) });
    at = end;
  }
  return pages;
}

function changed(content: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return content;
  let size = content.length;
  let most = size;
  for (const change of changes) most = Math.max(most, 'size' in change ? 0 : change.offset + change.bytes.length);
  const bytes = Buffer.alloc(most);
  content.copy(bytes);
  for (const change of changes) {
    if ('size' in change) {
      if (change.size < size) bytes.fill(0, change.size, size);
      size = change.size;
    } else {
      change.bytes.copy(bytes, change.offset);
      size = Math.max(size, change.offset + change.bytes.length);
    }
  }
  return size <= most ? bytes.subarray(0, size) : Buffer.concat([bytes, Buffer.alloc(size - most)]);
}

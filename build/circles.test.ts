import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['build', 'electron', 'renderer', 'shared'];
/** Imports of types count: whoever reads one file of a circle has to read them all. */
const IMPORT = /(?:^(?:import|export)\b[^'";]*?|\bimport\()'(\.[^']+)'/gm;

/** Features that may reach into another one, each for what the other's index says. */
const REACHES: readonly string[] = [
  'basket -> pay: the cash, and how a payment stands',
  'earnings -> shift: the paper beside the screen',
  'history -> basket: the one that a payment is part of',
  'history -> pay: how a payment stands',
  'history -> refunds: settling what the service gave back',
  'home -> basket: one that is not finished is led back to',
  'pay -> basket: what is prepared goes into one that has begun',
  'refunds -> pay: how a payment stands',
  'settings -> setup: setting up anew from a file',
  'training -> menu: its test opens the panel as a person does',
  'unresolved -> basket: one that is not finished is led back to',
  'unresolved -> pay: how a payment stands',
  'unresolved -> refunds: what is owed is settled where what is open is',
];

type Graph = ReadonlyMap<string, readonly string[]>;

function importsOf(file: string, source: string): string[] {
  const found = [...source.matchAll(IMPORT)].flatMap(([, path]) => path ?? []);
  return found.map((path) => normalize(join(dirname(file), path)));
}

function graphOf(sources: ReadonlyMap<string, string>): Graph {
  const graph = new Map<string, string[]>();
  for (const [file, source] of sources) {
    graph.set(
      file,
      importsOf(file, source).filter((path) => sources.has(path)),
    );
  }
  return graph;
}

/** One circle, from a file back to it; null where there is none. */
function circleOf(graph: Graph): readonly string[] | null {
  const clean = new Set<string>();
  const walk = (file: string, path: readonly string[]): readonly string[] | null => {
    const at = path.indexOf(file);
    if (at >= 0) return [...path.slice(at), file];
    if (clean.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const circle = walk(next, [...path, file]);
      if (circle !== null) return circle;
    }
    clean.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = walk(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

function sourcesOf(folders: readonly string[]): Map<string, string> {
  const sources = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(ts|tsx|mjs)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      sources.set(relative(ROOT, path).replaceAll(sep, '/'), readFileSync(path, 'utf8'));
    }
  }
  return sources;
}

const graph = graphOf(sourcesOf(FOLDERS));
const featureOf = (file: string) =>
  /^renderer\/features\/(?:(?:counter|back-office|administration)\/)?([^/]+)\//.exec(file)?.[1];

describe('imports', () => {
  it('finds the imports of the whole repository', () => {
    expect([...graph.values()].flat().length).toBeGreaterThan(2_000);
    expect(graph.get('renderer/main.tsx')).toEqual(['renderer/app/start/index.ts']);
  });

  it('run in no circle', () => {
    expect(circleOf(graph)?.join('\n-> ') ?? 'none').toBe('none');
  });

  it('lead from one feature into another only where it is declared', () => {
    const reaches = new Set<string>();
    for (const [file, imported] of graph) {
      const from = featureOf(file);
      for (const to of imported.map(featureOf)) {
        if (from !== undefined && to !== undefined && from !== to) reaches.add(`${from} -> ${to}`);
      }
    }
    expect([...reaches].sort()).toEqual(REACHES.map((one) => one.split(':')[0]));
  });
});

describe('a circle', () => {
  const circle = (files: Readonly<Record<string, string>>) =>
    circleOf(graphOf(new Map(Object.entries(files))));

  it('is found whether types, values or a later import close it', () => {
    for (const line of [
      "import type { A } from './a.ts';",
      "export { a } from './a.ts';",
      "import {\n  type A,\n  a,\n} from './a.ts';",
      "import './a.ts';",
      "const a = await import('./a.ts');",
    ]) {
      const files = { 'x/a.ts': "import { b } from './b.ts';", 'x/b.ts': line };
      expect(circle(files), line).toEqual(['x/a.ts', 'x/b.ts', 'x/a.ts']);
    }
  });

  it('is not two ways to one file', () => {
    const files = {
      'a.ts': "import './b.ts';\nimport './c.ts';",
      'b.ts': "import './c.ts';",
      'c.ts': '',
    };
    expect(circle(files)).toBeNull();
  });
});

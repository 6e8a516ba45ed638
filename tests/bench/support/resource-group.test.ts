import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResourceGroup, listLimits, parseThrottledMs } from './resource-group.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'till-cgroup-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('resource group', () => {
  it.each([
    ['there is no cgroup', null],
    ['cgroup v2 has no memory controller', 'cpuset cpu io'],
  ])('says in words that it is unavailable when %s', (_case, controllers) => {
    if (controllers !== null) writeFileSync(join(root, 'cgroup.controllers'), controllers);
    expect(createResourceGroup(root)).toEqual({
      kind: 'unavailable',
      reason: 'it needs Linux with cgroup v2 and its cpu and memory controllers',
    });
  });

  it('says in words that it is unavailable when no group can be created', () => {
    writeFileSync(join(root, 'cgroup.controllers'), 'cpu memory\n');
    mkdirSync(join(root, 'cgroup.subtree_control'));
    expect(createResourceGroup(root)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/^it needs root, and a cgroup that can be written/),
    });
  });

  it('gives a quarter of one core, and 1 GB where memory can be limited', () => {
    const limits = Object.fromEntries(listLimits('v2'));
    const [quota, period] = String(limits['cpu.max']).split(' ').map(Number);
    expect(Number(quota) / Number(period)).toBe(0.25);
    expect(limits['memory.max']).toBe('1073741824');
    const v1 = Object.fromEntries(listLimits('v1'));
    expect(Number(v1['cpu.cfs_quota_us']) / Number(v1['cpu.cfs_period_us'])).toBe(0.25);
  });

  it('reads the throttled time of either version in milliseconds', () => {
    expect(parseThrottledMs('nr_periods 3\nnr_throttled 2\nthrottled_usec 1500\n')).toBe(1.5);
    expect(parseThrottledMs('nr_periods 3\nnr_throttled 2\nthrottled_time 1500000\n')).toBe(1.5);
  });
});

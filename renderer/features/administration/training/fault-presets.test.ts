import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trainingFaultSchema, trainingOperationSchema } from '../../../../shared/contract/index.ts';
import { getPresetId, PRESETS, removeFault, setFault } from './fault-presets.ts';

const preset = fc.constantFrom(...PRESETS);
const operation = fc.constantFrom(...trainingOperationSchema.options);
const times = fc.integer({ min: 1, max: 999 });

test('every fault of the contract can be switched on', () => {
  const kinds = trainingFaultSchema.shape.fault.options.map((option) => option.shape.kind.value);
  expect(new Set(PRESETS.map((one) => one.fault.kind))).toEqual(new Set(kinds));
  expect(new Set(PRESETS.map((one) => one.id)).size).toBe(PRESETS.length);
});

test('a fault is active once, as it was set last, and gone after it is taken back', () => {
  const sets = fc.array(fc.tuple(preset, operation, times), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(sets, (changes) => {
      let active: ReturnType<typeof setFault> = [];
      for (const [one, where, howOften] of changes) {
        active = setFault(active, one, where, howOften).filter((fault) => fault.times > 0);
      }
      const ids = active.map((one) => getPresetId(one.fault));
      expect(new Set(ids).size).toBe(ids.length);
      const [last, where, howOften] = changes[changes.length - 1] ?? [];
      const found = active.find((one) => getPresetId(one.fault) === last?.id);
      expect(found).toMatchObject({ operation: where, times: howOften });
      for (const id of ids) {
        const after = removeFault(active, id).filter((one) => one.times > 0);
        expect(after.map((one) => getPresetId(one.fault))).not.toContain(id);
        expect(after.length).toBe(active.length - 1);
      }
    }),
  );
});

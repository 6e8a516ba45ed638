import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trainingFaultSchema, trainingOperationSchema } from '../../../../shared/contract/index.ts';
import { FAULT_PRESETS, getFaultPresetId, removeFault, setFault } from './fault-presets.ts';

const preset = fc.constantFrom(...FAULT_PRESETS);
const operation = fc.constantFrom(...trainingOperationSchema.options);
const times = fc.integer({ min: 1, max: 999 });

test('has a preset for every fault of the contract', () => {
  const kinds = trainingFaultSchema.shape.fault.options.map((option) => option.shape.kind.value);
  expect(new Set(FAULT_PRESETS.map((preset) => preset.fault.kind))).toEqual(new Set(kinds));
  expect(new Set(FAULT_PRESETS.map((preset) => preset.id)).size).toBe(FAULT_PRESETS.length);
});

test('keeps a fault active once with its last settings, until it is removed', () => {
  const changesArbitrary = fc.array(fc.tuple(preset, operation, times), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(changesArbitrary, (changes) => {
      let active: ReturnType<typeof setFault> = [];
      for (const [changedPreset, operationOfFault, timesOfFault] of changes) {
        active = setFault(active, changedPreset, operationOfFault, timesOfFault).filter(
          (fault) => fault.times > 0,
        );
      }
      const ids = active.map((fault) => getFaultPresetId(fault.fault));
      expect(new Set(ids).size).toBe(ids.length);
      const [last, operationOfFault, timesOfFault] = changes[changes.length - 1] ?? [];
      const lastFault = active.find((fault) => getFaultPresetId(fault.fault) === last?.id);
      expect(lastFault).toMatchObject({ operation: operationOfFault, times: timesOfFault });
      for (const id of ids) {
        const remaining = removeFault(active, id).filter((fault) => fault.times > 0);
        expect(remaining.map((fault) => getFaultPresetId(fault.fault))).not.toContain(id);
        expect(remaining.length).toBe(active.length - 1);
      }
    }),
  );
});

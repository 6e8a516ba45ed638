import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeFacts, isServiceCode, SERVICE_CODES } from './index.ts';

/** The numbers of "Service error codes" in the interface, listed a second time. */
const OF_THE_INTERFACE = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
  28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 99, 100, 101, 102,
  103, 104, 105, 106, 114, 115, 117, 118, 119, 121, 122, 124, 125, 126, 127, 200, 201, 202, 299,
].map((number) => `R${number}`);

describe('service codes', () => {
  it('are the 70 of the interface', () => {
    expect(OF_THE_INTERFACE).toHaveLength(70);
    expect([...SERVICE_CODES].sort()).toEqual([...OF_THE_INTERFACE].sort());
  });

  it('leave a payment open where the biller may have done it all the same', () => {
    const open = SERVICE_CODES.filter((code) => codeFacts(code).leavesOpen);
    expect(open).toEqual(['R9', 'R20', 'R24', 'R35', 'R47', 'R48', 'R99', 'R200', 'R299']);
  });

  it('are evidence of an earlier request when a payment is sent again', () => {
    const evidence = SERVICE_CODES.filter((code) => codeFacts(code).isEvidenceWhenSentAgain);
    expect(evidence).toEqual(['R8', 'R12', 'R15', 'R36', 'R49', 'R50']);
  });

  it('call every code that leaves a payment open by the class open', () => {
    for (const code of SERVICE_CODES) {
      if (codeFacts(code).class === 'open') expect(codeFacts(code).leavesOpen, code).toBe(true);
    }
  });

  it('leave a payment open on any code that is not known', () => {
    fc.assert(
      fc.property(fc.string(), (code) => {
        fc.pre(!OF_THE_INTERFACE.includes(code));
        expect(isServiceCode(code)).toBe(false);
        expect(codeFacts(code).leavesOpen).toBe(true);
        expect(codeFacts(code).isEvidenceWhenSentAgain).toBe(false);
      }),
    );
    for (const name of ['toString', '__proto__', 'constructor', 'r2', 'R2 ']) {
      expect(isServiceCode(name)).toBe(false);
    }
  });
});

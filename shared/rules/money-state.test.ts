import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getHttpStatusMeaning,
  getMoneyState,
  isEvidenceOfEarlierRequest,
  isOpenOutcomeCode,
  isServiceCode,
  SERVICE_CODES,
} from './index.ts';

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
    expect(SERVICE_CODES.filter(isOpenOutcomeCode)).toEqual([
      'R9',
      'R20',
      'R24',
      'R35',
      'R47',
      'R48',
      'R99',
      'R200',
      'R299',
    ]);
  });

  it('are evidence of an earlier request by what was sent', () => {
    const evidence = (request: Parameters<typeof isEvidenceOfEarlierRequest>[1]) =>
      SERVICE_CODES.filter((code) => isEvidenceOfEarlierRequest(code, request));
    expect(evidence({ isCancel: false, wasSentBefore: false })).toEqual(['R49']);
    expect(evidence({ isCancel: false, wasSentBefore: true })).toEqual([
      'R8',
      'R12',
      'R15',
      'R36',
      'R49',
      'R50',
    ]);
    for (const wasSentBefore of [false, true]) {
      expect(evidence({ isCancel: true, wasSentBefore })).toEqual(['R49', 'R103']);
    }
  });

  it('leave a payment open where no table knows them', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (code, wasSentBefore) => {
        fc.pre(!OF_THE_INTERFACE.includes(code));
        expect(isServiceCode(code)).toBe(false);
        expect(isOpenOutcomeCode(code)).toBe(true);
        expect(getMoneyState({ code, httpStatus: 422 })).toBe('open');
        expect(isEvidenceOfEarlierRequest(code, { isCancel: false, wasSentBefore })).toBe(false);
      }),
    );
    for (const name of ['toString', '__proto__', 'constructor', 'r2', 'R2 ']) {
      expect(isServiceCode(name)).toBe(false);
    }
  });
});

describe('where the money stands', () => {
  it('is a refusal by the status alone only where the interface says no', () => {
    const refusing = Array.from({ length: 500 }, (_, index) => 100 + index).filter(
      (httpStatus) => getMoneyState({ code: null, httpStatus }) === 'refused',
    );
    expect(refusing).toEqual([400, 401, 403, 404, 422, 429]);
    expect(getMoneyState({ code: null, httpStatus: null })).toBe('open');
  });

  it('is open by every failure of a server and every time-out of a gateway, whatever the code', () => {
    for (const httpStatus of [408, 499, 500, 502, 503, 504, 599]) {
      expect(getHttpStatusMeaning(httpStatus)).toBe('failure');
      for (const code of [...SERVICE_CODES, null]) {
        expect(getMoneyState({ code, httpStatus })).toBe('open');
      }
    }
  });

  it('is open by a code that leaves it open, also where the request was turned away', () => {
    for (const httpStatus of [400, 401, 422, 429, null]) {
      expect(getMoneyState({ code: 'R24', httpStatus })).toBe('open');
    }
  });

  it('does not deny an earlier operation of which a code speaks', () => {
    const earlier = SERVICE_CODES.filter(
      (code) => getMoneyState({ code, httpStatus: 422 }) === 'earlier',
    );
    expect(earlier).toEqual(['R8', 'R12', 'R36', 'R49', 'R50', 'R103']);
  });
});

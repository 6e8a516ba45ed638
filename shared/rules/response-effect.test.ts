import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  getHttpStatusMeaning,
  getUnconfirmedResponseEffect,
  isEvidenceOfEarlierRequest,
  isServiceCode,
  isUnknownOutcomeCode,
  SERVICE_CODES,
} from './index.ts';

/** The codes of "Service error codes" in the interface, listed again as a check. */
const INTERFACE_CODES = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
  28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 99, 100, 101, 102,
  103, 104, 105, 106, 114, 115, 117, 118, 119, 121, 122, 124, 125, 126, 127, 200, 201, 202, 299,
].map((number) => `R${number}`);

describe('service codes', () => {
  it('lists the 70 service codes of the interface', () => {
    expect(INTERFACE_CODES).toHaveLength(70);
    expect([...SERVICE_CODES].sort()).toEqual([...INTERFACE_CODES].sort());
  });

  it('treats the outcome as open for codes after which the biller may have performed the payment', () => {
    expect(SERVICE_CODES.filter(isUnknownOutcomeCode)).toEqual([
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

  it('treats codes as evidence of an earlier request depending on kind and resend', () => {
    const listEvidenceCodes = (request: Parameters<typeof isEvidenceOfEarlierRequest>[1]) =>
      SERVICE_CODES.filter((code) => isEvidenceOfEarlierRequest(code, request));
    expect(listEvidenceCodes({ isCancel: false, wasSentBefore: false })).toEqual(['R49']);
    expect(listEvidenceCodes({ isCancel: false, wasSentBefore: true })).toEqual([
      'R8',
      'R12',
      'R15',
      'R36',
      'R49',
      'R50',
    ]);
    for (const wasSentBefore of [false, true]) {
      expect(listEvidenceCodes({ isCancel: true, wasSentBefore })).toEqual(['R49', 'R103']);
    }
  });

  it('leaves a payment open after an unknown code', () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (code, wasSentBefore) => {
        fc.pre(!INTERFACE_CODES.includes(code));
        expect(isServiceCode(code)).toBe(false);
        expect(isUnknownOutcomeCode(code)).toBe(true);
        expect(getUnconfirmedResponseEffect({ code, httpStatus: 422 })).toBe('open');
        expect(isEvidenceOfEarlierRequest(code, { isCancel: false, wasSentBefore })).toBe(false);
      }),
    );
    for (const name of ['toString', '__proto__', 'constructor', 'r2', 'R2 ']) {
      expect(isServiceCode(name)).toBe(false);
    }
  });
});

describe('getHttpStatusMeaning', () => {
  it.each([
    ['nothing', [100, 199, 300, 399]],
    ['success', [200, 201, 299]],
    ['refused', [400, 403, 404, 422]],
    ['turned-away', [401, 429]],
    ['other-refusal', [402, 405, 407, 409, 421, 423, 428, 430, 498]],
    ['failure', [408, 499, 500, 599]],
  ])('returns `%s` for %j', (meaning, statuses) => {
    expect(statuses.map(getHttpStatusMeaning)).toEqual(statuses.map(() => meaning));
  });
});

describe('getUnconfirmedResponseEffect', () => {
  it('returns `open` for a refusing code with a status that is no refusal', () => {
    for (const httpStatus of [200, 299, 300, 500]) {
      expect(getUnconfirmedResponseEffect({ code: 'R2', httpStatus })).toBe('open');
    }
  });

  it('returns `refused` for a refusing code with any other status, or none', () => {
    for (const httpStatus of [400, 401, 409, 422, null]) {
      expect(getUnconfirmedResponseEffect({ code: 'R2', httpStatus })).toBe('refused');
    }
  });

  it('treats a status without a code as refused only if the interface defines it as a refusal', () => {
    const refusalStatuses = Array.from({ length: 500 }, (_, index) => 100 + index).filter(
      (httpStatus) => getUnconfirmedResponseEffect({ code: null, httpStatus }) === 'refused',
    );
    expect(refusalStatuses).toEqual([400, 401, 403, 404, 422, 429]);
    expect(getUnconfirmedResponseEffect({ code: null, httpStatus: null })).toBe('open');
  });

  it('returns `open` for every server error and gateway timeout, with any code', () => {
    for (const httpStatus of [408, 499, 500, 502, 503, 504, 599]) {
      expect(getHttpStatusMeaning(httpStatus)).toBe('failure');
      for (const code of [...SERVICE_CODES, null]) {
        expect(getUnconfirmedResponseEffect({ code, httpStatus })).toBe('open');
      }
    }
  });

  it('returns `open` for a code with an open outcome, also with a 401 or 429 status', () => {
    for (const httpStatus of [400, 401, 422, 429, null]) {
      expect(getUnconfirmedResponseEffect({ code: 'R24', httpStatus })).toBe('open');
    }
  });

  it('returns `earlier` for codes that refer to an earlier operation', () => {
    const earlierCodes = SERVICE_CODES.filter(
      (code) => getUnconfirmedResponseEffect({ code, httpStatus: 422 }) === 'earlier',
    );
    expect(earlierCodes).toEqual(['R8', 'R12', 'R36', 'R49', 'R50', 'R103']);
  });
});

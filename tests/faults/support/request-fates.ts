import type { Answer, Fate, PendingRequest } from './fault-proxy.ts';

export { passThrough } from './fault-proxy.ts';

/** What becomes of a request on the way. Milliseconds are of virtual time. */

const SECOND_MS = 1000;
const HTML = '<!DOCTYPE html><html><body><h1>Inicie sesión para navegar</h1></body></html>';

/** It is read, and nothing more is ever heard. */
export const noAnswer: Fate = () => {};

export const resetAfterReading: Fate = (passing) => passing.reset();

export const performAndReset: Fate = async (passing) => {
  await passing.deliver();
  passing.reset();
};

export const performWithoutAnswer: Fate = async (passing) => {
  await passing.deliver();
};

/** The service does it at once; its answer is on the way for that long. */
export function delayAnswer(milliseconds: number): Fate {
  return async (passing) => {
    const answer = await passing.deliver();
    await passing.wait(milliseconds);
    passing.answer(answer);
  };
}

/** The request itself is on the way for that long, whether or not somebody waits for its answer. */
export function delayRequest(milliseconds: number, withoutKey = false): Fate {
  return async (passing) => {
    await passing.wait(milliseconds);
    passing.answer(await passing.deliver({ withoutKey }));
  };
}

/** To a service that keeps no keys. */
export const performWithoutKey: Fate = async (passing) => {
  passing.answer(await passing.deliver({ withoutKey: true }));
};

/** Half of the answer's body, and the connection breaks. */
export const sendHalfAndClose: Fate = async (passing) => {
  const answer = await passing.deliver();
  passing.head(answer);
  passing.write(getFirstHalf(answer.body));
  passing.reset();
};

/** Half of the answer's body, and silence. */
export const sendHalfAndHang: Fate = async (passing) => {
  const answer = await passing.deliver();
  passing.head(answer);
  passing.write(getFirstHalf(answer.body));
};

/** Half of the answer, as if it were all of it. */
export const sendTruncated: Fate = async (passing) => {
  const answer = await passing.deliver();
  passing.answer({ ...answer, body: getFirstHalf(answer.body) });
};

export const sendEmpty: Fate = async (passing) => {
  const answer = await passing.deliver();
  passing.answer({ ...answer, body: Buffer.alloc(0) });
};

/** The answer in that many pieces, with silence before each. */
export function sendInPieces(pieces: number, pause = SECOND_MS): Fate {
  return async (passing) => {
    const answer = await passing.deliver();
    const size = Math.ceil(answer.body.byteLength / pieces);
    passing.head(answer);
    for (let at = 0; at < answer.body.byteLength && !passing.isClosed; at += size) {
      await passing.wait(pause);
      passing.write(answer.body.subarray(at, at + size));
    }
    passing.end();
  };
}

/** The first copy is answered; the second comes to the service later. */
export function deliverAgainAfter(milliseconds: number, withoutKey = false): Fate {
  return async (passing) => {
    passing.answer(await passing.deliver({ withoutKey }));
    await passing.wait(milliseconds);
    await passing.deliver({ withoutKey });
  };
}

/** Two copies; the answer of the second is the one that comes back. */
export function answerSecondCopy(milliseconds: number, withoutKey = false): Fate {
  return async (passing) => {
    await passing.deliver({ withoutKey });
    await passing.wait(milliseconds);
    passing.answer(await passing.deliver({ withoutKey }));
  };
}

/** Both copies come at once; whichever is answered first. */
export const deliverTwiceAtOnce: Fate = async (passing) => {
  const both = [passing.deliver(), passing.deliver()];
  passing.answer(await Promise.race(both));
  await Promise.all(both);
};

/** Somebody on the way answers, whether or not the service did it. */
export function answerWith(
  status: number,
  body: string,
  options: { readonly isDone?: boolean; readonly headers?: Record<string, string> } = {},
): Fate {
  return async (passing) => {
    if (options.isDone === true) await passing.deliver();
    passing.answer(createAnswer(status, body, options.headers));
  };
}

export function answerWithHtml(status: number, isDone: boolean): Fate {
  return answerWith(status, HTML, {
    isDone,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

export function answerWithStatus(
  status: number,
  isDone: boolean,
  headers: Record<string, string> = {},
): Fate {
  return answerWith(status, '{"message":"not now"}', { isDone, headers });
}

/** An R code, after the wait that a biller's time-out takes. */
export function answerWithCode(code: string, isDone: boolean, milliseconds = 0): Fate {
  return async (passing) => {
    if (isDone) await passing.deliver();
    if (milliseconds > 0) await passing.wait(milliseconds);
    passing.answer(createAnswer(422, JSON.stringify({ code, message: `message of ${code}` })));
  };
}

/** Without a Date: a gateway's, that says nothing of the service's time. */
function createAnswer(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  };
}

function getFirstHalf(body: Buffer): Buffer {
  return body.subarray(0, body.byteLength >> 1);
}

/** Reads only: the service's answer with something of it changed. */
export function changeAnswer(change: (answer: Answer) => Answer): Fate {
  return async (passing: PendingRequest) => passing.answer(change(await passing.deliver()));
}

/** For look-ups alone; other reads go as they should. */
export function applyToLookUps(fate: Fate): Fate {
  return async (passing) => {
    const isLookUp = passing.arrived.target.split('?', 1)[0]?.endsWith('/transactions') ?? false;
    if (isLookUp) await fate(passing);
    else passing.answer(await passing.deliver());
  };
}

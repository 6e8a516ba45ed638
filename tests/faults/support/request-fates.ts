import { gzipSync } from 'node:zlib';
import type { Answer, Fate, PendingRequest } from './fault-proxy.ts';

export { passThrough } from './fault-proxy.ts';

/** Fates of a request in the fault proxy. Milliseconds are virtual time. */

const SECOND_MS = 1000;
const HTML = '<!DOCTYPE html><html><body><h1>Inicie sesión para navegar</h1></body></html>';

/** The request is read and never answered. */
export const noAnswer: Fate = () => {};

export const resetAfterReading: Fate = (pending) => pending.reset();

export const performAndReset: Fate = async (pending) => {
  await pending.deliver();
  pending.reset();
};

export const performWithoutAnswer: Fate = async (pending) => {
  await pending.deliver();
};

/** The service performs the request at once; its answer is in transit for that long. */
export function delayAnswer(milliseconds: number): Fate {
  return async (pending) => {
    const answer = await pending.deliver();
    await pending.wait(milliseconds);
    pending.answer(answer);
  };
}

/** The request is in transit for that long, even after the till's timeout. */
export function delayRequest(milliseconds: number, withoutKey = false): Fate {
  return async (pending) => {
    await pending.wait(milliseconds);
    pending.answer(await pending.deliver({ withoutKey }));
  };
}

/** The service stores no idempotency key. */
export const performWithoutKey: Fate = async (pending) => {
  pending.answer(await pending.deliver({ withoutKey: true }));
};

/** Sends half of the answer's body, then resets the connection. */
export const sendHalfAndClose: Fate = async (pending) => {
  const answer = await pending.deliver();
  pending.sendHead(answer);
  pending.write(getFirstHalf(answer.body));
  pending.reset();
};

/** Sends half of the answer's body, then nothing. */
export const sendHalfAndHang: Fate = async (pending) => {
  const answer = await pending.deliver();
  pending.sendHead(answer);
  pending.write(getFirstHalf(answer.body));
};

/** Sends half of the body as a complete answer. */
export const sendTruncated: Fate = async (pending) => {
  const answer = await pending.deliver();
  pending.answer({ ...answer, body: getFirstHalf(answer.body) });
};

export const sendEmpty: Fate = async (pending) => {
  const answer = await pending.deliver();
  pending.answer({ ...answer, body: Buffer.alloc(0) });
};

/** A proxy on the way compresses the answer. */
export const sendCompressed: Fate = async (pending) => {
  const answer = await pending.deliver();
  const headers = { ...answer.headers, 'content-encoding': 'gzip' };
  pending.answer({ ...answer, headers, body: gzipSync(answer.body) });
};

export const sendInterimFirst: Fate = async (pending) => {
  pending.sendInterim();
  pending.answer(await pending.deliver());
};

/** Sends the answer in that many pieces, with a pause before each. */
export function sendInPieces(pieces: number, pause = SECOND_MS): Fate {
  return async (pending) => {
    const answer = await pending.deliver();
    const size = Math.ceil(answer.body.byteLength / pieces);
    pending.sendHead(answer);
    for (let offset = 0; offset < answer.body.byteLength && !pending.isClosed; offset += size) {
      await pending.wait(pause);
      pending.write(answer.body.subarray(offset, offset + size));
    }
    pending.end();
  };
}

/** The first copy is answered; a second one arrives at the service later. */
export function deliverAgainAfter(milliseconds: number, withoutKey = false): Fate {
  return async (pending) => {
    pending.answer(await pending.deliver({ withoutKey }));
    await pending.wait(milliseconds);
    await pending.deliver({ withoutKey });
  };
}

/** Two copies; only the second one is answered. */
export function answerSecondCopy(milliseconds: number, withoutKey = false): Fate {
  return async (pending) => {
    await pending.deliver({ withoutKey });
    await pending.wait(milliseconds);
    pending.answer(await pending.deliver({ withoutKey }));
  };
}

/** Both copies arrive at once; the faster answer is returned. */
export const deliverTwiceAtOnce: Fate = async (pending) => {
  const deliveries = [pending.deliver(), pending.deliver()];
  pending.answer(await Promise.race(deliveries));
  await Promise.all(deliveries);
};

/** An intermediary answers, whether the service performed the request or not. */
export function answerWith(
  status: number,
  body: string,
  options: { readonly isDone?: boolean; readonly headers?: Record<string, string> } = {},
): Fate {
  return async (pending) => {
    if (options.isDone === true) await pending.deliver();
    pending.answer(createAnswer(status, body, options.headers));
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

/** Answers with an R code, after the wait of a biller's timeout. */
export function answerWithCode(code: string, isDone: boolean, milliseconds = 0): Fate {
  return async (pending) => {
    if (isDone) await pending.deliver();
    if (milliseconds > 0) await pending.wait(milliseconds);
    pending.answer(createAnswer(422, JSON.stringify({ code, message: `message of ${code}` })));
  };
}

/** Without a Date, as from a gateway that does not know the service's time. */
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

/** For reads only: changes the service's answer. */
export function changeAnswer(change: (answer: Answer) => Answer): Fate {
  return async (pending: PendingRequest) => pending.answer(change(await pending.deliver()));
}

/** Applies a fate to look-ups only; other reads pass. */
export function applyToLookUps(fate: Fate): Fate {
  return async (pending) => {
    const isLookUp = pending.received.target.split('?', 1)[0]?.endsWith('/transactions') ?? false;
    if (isLookUp) await fate(pending);
    else pending.answer(await pending.deliver());
  };
}

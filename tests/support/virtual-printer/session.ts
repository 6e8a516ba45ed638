import type { Socket } from 'node:net';
import { isStopped, type PrinterCondition } from './printer-condition.ts';
import { type Make, readToken } from './tokens.ts';

/** What the printer has in common with all who are connected to it. */
export interface PrinterMechanism {
  readonly make: Make;
  mood(): PrinterCondition;
  /** Something broke: the mood is another one now. */
  broke(): void;
  answer(question: number): Uint8Array;
  report(): Uint8Array;
  /** Jobs are counted from 0 again. */
  clearCount(): void;
  unasked(): Uint8Array;
  /** Says it to whoever is connected now; false where the answer belongs to its own connection. */
  passOn(answer: Uint8Array): boolean;
  /** Nothing more comes of this connection, unless somebody helps the printer. */
  rested(): void;
}

/** One connection, and what the printer made of it. It outlives its socket: paper may be missing. */
export interface Session {
  /** What was printed: all that is no question about the printer itself. */
  printed(): Buffer;
  /** Bytes taken off the line, questions that are answered at once left out. */
  taken(): number;
  /** Looks again what can be done: the printer was helped, or is another way now. */
  goOn(): void;
  /** Its status is another one: says so, where it was asked to. */
  tell(): void;
  isOpen(): boolean;
  say(bytes: Uint8Array): void;
  /** What is to break from now on breaks on a later connection. */
  spare(): void;
  end(): void;
}

/** A printer that has stopped reading for a moment goes on after so long. */
const READ_PAUSE_MS = 5;

export function openSession(socket: Socket, mechanism: PrinterMechanism): Session {
  const { make, mood } = mechanism;
  let waiting = Buffer.alloc(0);
  let printed = Buffer.alloc(0);
  let taken = 0;
  let isAutomatic = false;
  let isResting = false;
  let isPaused = false;
  let isGone = false;
  let isClosed = false;
  let tells = true;
  let wasAsked = false;
  let isSpared = false;

  const say = (bytes: Uint8Array): void => {
    if (tells && !mood().isSilent && socket.writable) socket.write(bytes);
  };

  const breakNow = (): void => {
    const how = mood().faultAt?.how;
    mechanism.broke();
    switch (how) {
      case 'reset':
        isGone = true;
        socket.resetAndDestroy();
        break;
      case 'half-closed':
        tells = false;
        socket.end();
        break;
      case 'half-open':
        isGone = true;
        socket.pause();
        mechanism.rested();
        break;
      case 'remark':
        say(mechanism.unasked());
        break;
      case 'pause':
        isPaused = true;
        setTimeout(() => {
          isPaused = false;
          goOn();
        }, READ_PAUSE_MS);
        break;
    }
  };

  /** Bytes that may be taken before something breaks. */
  const allowance = (): number => {
    const { faultAt } = mood();
    return faultAt === null || isSpared
      ? Number.POSITIVE_INFINITY
      : Math.max(0, faultAt.after - taken);
  };

  const isHeld = (): boolean =>
    isGone || isPaused || isResting || mood().ignoresInput || mood().isBusy || isStopped(mood());

  /** Takes the first thing that waits; false where it has not come whole. */
  const takeOne = (): boolean => {
    const inReach = waiting.subarray(0, allowance());
    const taking = inReach.length === 0 ? 'incomplete' : readToken(inReach, 0, make);
    if (taking === 'incomplete') return false;
    const bytes = waiting.subarray(0, taking.length);
    waiting = waiting.subarray(taking.length);
    taken += taking.length;
    const name = taking.token.kind === 'command' ? taking.token.name : '';
    if (name === 'report') {
      const answer = mechanism.report();
      if (!mood().hidesEnd && !mechanism.passOn(answer)) say(answer);
    } else if (name === 'clear count') {
      mechanism.clearCount();
    } else if (name === 'automatic') {
      isAutomatic = true;
      say(mechanism.unasked());
    } else {
      printed = Buffer.concat([printed, bytes]);
      if (name === 'line' && mood().isChatty) say(mechanism.unasked());
    }
    return true;
  };

  /** Whether the bytes are there behind which something breaks. */
  const isDue = (): boolean => {
    const { faultAt } = mood();
    if (faultAt === null || isSpared || (faultAt.after === 0 && !wasAsked)) return false;
    return taken + waiting.length >= faultAt.after;
  };

  const rest = (milliseconds: number): void => {
    isResting = true;
    setTimeout(() => {
      isResting = false;
      goOn();
    }, milliseconds);
  };

  const print = (): void => {
    const { speed } = mood();
    const until = taken + (speed?.bytes ?? Number.POSITIVE_INFINITY);
    while (!isHeld()) {
      if (speed !== null && taken >= until && waiting.length > 0) rest(speed.restMs);
      else if (waiting.length > 0 && takeOne()) continue;
      else if (isDue()) breakNow();
      else break;
    }
    if (isClosed && !isResting && !isPaused) mechanism.rested();
  };

  const hear = (chunk: Uint8Array): void => {
    const { rest: bytes, questions } = extractStatusRequests(Buffer.concat([waiting, chunk]), make);
    waiting = Buffer.from(bytes);
    for (const question of questions) say(mechanism.answer(question));
    wasAsked ||= questions.length > 0;
    print();
  };

  /** Takes off the line what the printer has room for. */
  const read = (): void => {
    for (;;) {
      const { ignoresInput, window } = mood();
      // With a small window nothing is read ahead of what is printed.
      if (ignoresInput || isGone || isPaused || (window !== null && isResting)) return;
      const size = socket.readableLength;
      const chunk: unknown =
        size === 0 ? socket.read() : socket.read(Math.min(window ?? size, size));
      if (!(chunk instanceof Uint8Array)) return;
      hear(chunk);
    }
  };

  const goOn = (): void => {
    print();
    read();
  };

  socket.on('readable', read);
  socket.on('end', () => socket.end());
  // The other side may reset; what was printed until then stays.
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    if (!isResting && !isPaused) mechanism.rested();
  });
  if (mood().isChatty) say(mechanism.unasked());

  return {
    printed: () => printed,
    taken: () => taken,
    goOn,
    tell: () => {
      if (isAutomatic) say(mechanism.unasked());
    },
    isOpen: () => !isClosed && !isGone && socket.writable,
    say,
    spare: () => {
      isSpared = true;
    },
    end: () => socket.destroy(),
  };
}

/** Questions that a printer answers at once, whatever it is doing, taken out of the stream. */
function extractStatusRequests(bytes: Buffer, make: Make): { rest: Buffer; questions: number[] } {
  const [first, second] = make === 'epson' ? [0x10, 0x04] : [0x1b, 0x06];
  const rest: number[] = [];
  const questions: number[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    const isQuestion =
      bytes[index] === first && bytes[index + 1] === second && index + 2 < bytes.length;
    if (isQuestion) {
      questions.push(bytes[index + 2] ?? 0);
      index += 2;
    } else {
      rest.push(bytes[index] ?? 0);
    }
  }
  return { rest: Buffer.from(rest), questions };
}

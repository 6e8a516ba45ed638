/** The counts of a run; the last line of the command prints them. */
export interface Tally {
  attempts: number;
  paidAtService: number;
  paidInLedger: number;
  paidTwice: number;
  lost: number;
  unresolved: number;
  ticketsMissing: number;
  ticketsDoubled: number;
  /** Payments that the service refunded after they were paid, and those of them that the ledger has. */
  givenBack: number;
  givenBackInLedger: number;
  refundsLost: number;
  /** Recorded or handed back more than once, or without a refund. */
  refundsTwice: number;
  /** The screen showed the cashier an outcome that was wrong. */
  toldWrong: number;
  /** A certain outcome that no cashier has acted on, and that the till does not announce. */
  outcomeNotAnnounced: number;
  /** A paper or a drawer pulse for an outcome that no cashier waited for or acted on. */
  drawerOpenedUnasked: number;
  /** Cash handed over without the service's text and without a supervisor's release. */
  handedOutWithoutText: number;
  /** Anything that says that a gift card's code came, or forgets that it did not. */
  giftCodeClaimed: number;
  /** A cancel shown as done while the service's books have the payment as not given back. */
  cancelBelieved: number;
  /**
   * A payment shown as paid, or its cash as released, while the last word from the service, or the row
   * in its books, has a status that says no.
   */
  paidWithFailedStatus: number;
  /** Rows of the ledger that the chain lacks, has twice, or has with other values; 0 without a chain. */
  missingInChain: number;
  doubledInChain: number;
  differingInChain: number;
}

export function createTally(): Tally {
  return {
    attempts: 0,
    paidAtService: 0,
    paidInLedger: 0,
    paidTwice: 0,
    lost: 0,
    unresolved: 0,
    ticketsMissing: 0,
    ticketsDoubled: 0,
    givenBack: 0,
    givenBackInLedger: 0,
    refundsLost: 0,
    refundsTwice: 0,
    toldWrong: 0,
    outcomeNotAnnounced: 0,
    drawerOpenedUnasked: 0,
    handedOutWithoutText: 0,
    giftCodeClaimed: 0,
    cancelBelieved: 0,
    paidWithFailedStatus: 0,
    missingInChain: 0,
    doubledInChain: 0,
    differingInChain: 0,
  };
}

/** Whether no payment was doubled or lost and nothing wrong was printed or shown. */
export function isClean(tally: Tally): boolean {
  const { paidTwice, lost, unresolved, ticketsMissing, ticketsDoubled, toldWrong } = tally;
  const { refundsLost, refundsTwice, outcomeNotAnnounced, drawerOpenedUnasked } = tally;
  const tickets = ticketsMissing + ticketsDoubled;
  const inChain = tally.missingInChain + tally.doubledInChain + tally.differingInChain;
  const texts = tally.handedOutWithoutText + tally.giftCodeClaimed;
  const atTill =
    paidTwice + lost + unresolved + tickets + refundsLost + refundsTwice + toldWrong + texts;
  const believed = tally.cancelBelieved + tally.paidWithFailedStatus;
  const left = outcomeNotAnnounced + drawerOpenedUnasked;
  return atTill + believed + left + inChain === 0;
}

import { useContext, useEffect, useRef } from 'react';
import { IsPageLockedContext } from '../../components/index.ts';
import { type TextKey, useLanguage, useText } from '../../i18n/index.ts';
import { useTill } from '../till/index.ts';
import { type OutcomeSound, playSound } from './sounds.ts';
import { playSpeech, useHasVoice } from './speech.ts';

/**
 * Plays and speaks an outcome once, when it changes on the screen; not beneath the lock, and not for an
 * outcome that was already known when it was first read (undefined until then). Only what the ledger
 * has is announced, and never an account, a name or an amount.
 */
export function useAnnounceOutcome(
  outcome: OutcomeSound | null | undefined,
  isMoneyOut = false,
): void {
  const { sounds, speech } = useTill();
  const text = useText();
  const language = useLanguage();
  const isLocked = useContext(IsPageLockedContext);
  useHasVoice(language);
  const previousOutcome = useRef(outcome);
  useEffect(() => {
    if (outcome === undefined || previousOutcome.current === outcome) return;
    const wasRead = previousOutcome.current !== undefined;
    previousOutcome.current = outcome;
    if (outcome === null || !wasRead || isLocked) return;
    if (sounds) playSound(outcome);
    if (speech) playSpeech(text(getSpokenTextKey(outcome, isMoneyOut)), language);
  }, [outcome, sounds, speech, isLocked, isMoneyOut, text, language]);
}

function getSpokenTextKey(outcome: OutcomeSound, isMoneyOut: boolean): TextKey {
  // A basket has no cash-outs.
  if (outcome === 'partly') return 'appearance.speech.partly';
  return isMoneyOut ? `appearance.speech.${outcome}.out` : `appearance.speech.${outcome}`;
}

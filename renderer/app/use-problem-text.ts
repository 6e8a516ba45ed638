import { useCallback } from 'react';
import type { Problem } from '../../shared/contract/index.ts';
import { describeProblem, type ProblemText } from '../../shared/i18n/index.ts';
import { getShopCurrency } from '../components/index.ts';
import { useLanguage } from '../i18n/index.ts';

/** Describes a problem in the three parts of a `Notice`, to be spread into its props. */
export function useProblemText(): (problem: Problem) => ProblemText {
  const language = useLanguage();
  return useCallback(
    (problem) => describeProblem(problem, language, getShopCurrency()),
    [language],
  );
}

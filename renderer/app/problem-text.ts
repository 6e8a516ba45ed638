import { useCallback } from 'react';
import type { Problem } from '../../shared/contract/index.ts';
import { describeProblem, type ProblemText } from '../../shared/i18n/index.ts';
import { useLanguage } from '../i18n/index.ts';

/** A problem in the three parts that `Notice` shows; its answer can be spread into one. */
export function useProblemText(): (problem: Problem) => ProblemText {
  const language = useLanguage();
  return useCallback((problem) => describeProblem(problem, language), [language]);
}

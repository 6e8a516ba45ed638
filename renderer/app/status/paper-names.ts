import type { OpenPaper } from '../../../shared/contract/index.ts';
import { moneyWords } from '../../components/index.ts';
import type { Text, useLanguage } from '../../i18n/index.ts';
import type { useClock } from '../till/index.ts';

export function paperName(
  text: Text,
  language: ReturnType<typeof useLanguage>,
  paper: OpenPaper,
): string {
  const { billerName, amount } = paper;
  if (billerName === null || amount === null) return text(`papers.kind.${kindOf(paper)}`);
  return `${billerName} · ${moneyWords(amount, language)}`;
}

export function paperDetail(
  text: Text,
  clock: ReturnType<typeof useClock>,
  paper: OpenPaper,
): string {
  const parts = [
    text(`papers.kind.${kindOf(paper)}`),
    paper.account,
    clock.dateTime(paper.createdAt),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

const KINDS = ['original', 'shop-copy', 'copy', 'failed', 'pending', 'report'] as const;

function kindOf({ kind }: OpenPaper): (typeof KINDS)[number] {
  return KINDS.find((one) => one === kind) ?? 'report';
}

import type { UnprintedPaper } from '../../../shared/contract/index.ts';
import { formatMoneyInSentence } from '../../components/index.ts';
import type { TextFunction, useLanguage } from '../../i18n/index.ts';
import type { useTimeFormatter } from '../till/index.ts';

export function getPaperName(
  text: TextFunction,
  language: ReturnType<typeof useLanguage>,
  paper: UnprintedPaper,
): string {
  const { billerName, amount } = paper;
  if (billerName === null || amount === null) return text(`papers.kind.${getPaperKind(paper)}`);
  return `${billerName} · ${formatMoneyInSentence(amount, language)}`;
}

export function formatUnprintedPaperDetail(
  text: TextFunction,
  timeFormatter: ReturnType<typeof useTimeFormatter>,
  paper: UnprintedPaper,
): string {
  const parts = [
    text(`papers.kind.${getPaperKind(paper)}`),
    paper.account,
    timeFormatter.dateTime(paper.createdAt),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

const KINDS = ['original', 'shop-copy', 'copy', 'failed', 'pending', 'report'] as const;

function getPaperKind({ kind }: UnprintedPaper): (typeof KINDS)[number] {
  return KINDS.find((knownKind) => knownKind === kind) ?? 'report';
}

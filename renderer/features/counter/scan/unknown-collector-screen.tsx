import { useState } from 'react';
import type { Approval } from '../../../../shared/contract/index.ts';
import { BillerSearchField, useBillerSearch } from '../../../app/billers/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  type UndecidedScan,
  useNavigation,
  usePermission,
  useRunIfMounted,
  useTillMutation,
} from '../../../app/index.ts';
import {
  ChoiceList,
  Dialog,
  EmptyState,
  Facts,
  Notice,
  Screen,
} from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { useOpenScannedBill } from './use-open-scanned-bill.ts';

/**
 * Asks once which biller of the service's list a collector is. A supervisor approves the answer, and
 * later scans need no question.
 */
export function UnknownCollectorScreen(props: {
  readonly result: Extract<UndecidedScan, { readonly kind: 'unknown-collector' }>;
}) {
  const { result } = props;
  const { goHome } = useNavigation();
  const text = useText();
  const [chosen, setChosen] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const [isSearching, setSearching] = useState(result.proposals.length === 0);
  const reference = result.references.join(' · ');
  return (
    <Screen
      title={
        result.collector === null
          ? text('scan.unknown.title')
          : text('scan.unknown.titleNamed', { collector: result.collector })
      }
      hint={text('scan.unknown.hint')}
      actions={[{ label: text('scan.discard'), keyName: 'Escape', onAction: goHome }]}
      isDense
    >
      <Facts
        facts={[
          { name: text('scan.reference'), value: reference },
          { name: text('scan.collectorNumber'), value: result.gln },
        ]}
        isInline
      />
      {result.isGlnValid ? null : <CheckDigitNotice />}
      {isSearching ? (
        <CollectorSearch onChoose={setChosen} />
      ) : (
        <ChoiceList
          label={text('scan.unknown.proposals')}
          isAutoFocused
          choices={[
            ...result.proposals.map(({ biller }) => ({
              id: String(biller.id),
              name: biller.name,
            })),
            { id: 'search', name: text('scan.unknown.search') },
          ]}
          onChoose={(id) => {
            const match = result.proposals.find(({ biller }) => String(biller.id) === id);
            if (match === undefined) setSearching(true);
            else setChosen(match.biller);
          }}
        />
      )}
      {chosen === null ? null : (
        <ConfirmCollector
          code={result.code}
          biller={chosen}
          reference={reference}
          onClose={() => setChosen(null)}
        />
      )}
    </Screen>
  );
}

/** The check digit of the collector's number is wrong: the code may be misprinted or misread. */
export function CheckDigitNotice() {
  const text = useText();
  return (
    <Notice
      tone="warning"
      title={text('scan.checkDigit.title')}
      action={text('scan.checkDigit.action')}
    />
  );
}

function CollectorSearch(props: {
  readonly onChoose: (biller: { readonly id: number; readonly name: string }) => void;
}) {
  const text = useText();
  const choose = (billerId: number): void => {
    const listed = search.billers.find(({ biller }) => biller.id === billerId);
    if (listed !== undefined) props.onChoose(listed.biller);
  };
  const search = useBillerSearch(choose, { kinds: ['utility', 'partner'] });
  const isEmpty = search.billers.length === 0 && !search.isPending && search.text.trim() !== '';
  return (
    <>
      <BillerSearchField
        search={search}
        onChooseBiller={choose}
        label={text('scan.unknown.field')}
        placeholder={text('choose.placeholder')}
      />
      {search.problem === null ? null : <ProblemNotice problem={search.problem} />}
      {isEmpty ? (
        <EmptyState title={text('choose.none')}>{text('choose.noneMore')}</EmptyState>
      ) : null}
    </>
  );
}

/** The answer is kept for all later bills of the collector. */
function ConfirmCollector(props: {
  readonly code: string;
  readonly biller: { readonly id: number; readonly name: string };
  readonly reference: string;
  readonly onClose: () => void;
}) {
  const { code, biller, reference, onClose } = props;
  const text = useText();
  const permission = usePermission('teach-bill-codes');
  const chooseBiller = useTillMutation('billCodes.chooseBiller');
  const runIfMounted = useRunIfMounted();
  const openScannedBill = useOpenScannedBill();
  const submit = async (approval: Approval | null): Promise<void> => {
    if (chooseBiller.isPending) return;
    const answer = await chooseBiller.run({ code, billerId: biller.id, approval });
    if (answer.ok) runIfMounted(() => openScannedBill(answer.value));
  };
  const title = text('scan.confirm.title', { biller: biller.name });
  if (permission !== 'yes') {
    return (
      <ApprovalDialog
        title={title}
        explanation={text('scan.confirm.explanation', { biller: biller.name })}
        isReasonRequired={false}
        permission="teach-bill-codes"
        isBusy={chooseBiller.isPending}
        problem={chooseBiller.problem}
        onCancel={onClose}
        onApprove={(approval) => void submit(approval)}
      >
        <p>{text('scan.confirm.reference', { reference })}</p>
      </ApprovalDialog>
    );
  }
  return (
    <Dialog
      title={title}
      closeLabel={text('scan.confirm.no')}
      onClose={onClose}
      actions={[
        {
          label: text('scan.confirm.yes'),
          keyName: 'Enter',
          variant: 'primary',
          isDisabled: chooseBiller.isPending,
          onAction: () => void submit(null),
        },
      ]}
    >
      <p>{text('scan.confirm.explanation', { biller: biller.name })}</p>
      <p>{text('scan.confirm.reference', { reference })}</p>
      {chooseBiller.problem === null ? null : <ProblemNotice problem={chooseBiller.problem} />}
    </Dialog>
  );
}

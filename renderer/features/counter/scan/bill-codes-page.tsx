import { useState } from 'react';
import type { TaughtLayout } from '../../../../shared/contract/index.ts';
import {
  ApprovalDialog,
  ProblemNotice,
  useNavigation,
  usePermission,
  useRunIfMounted,
  useTillMutation,
  useTillQuery,
  useTimeFormatter,
} from '../../../app/index.ts';
import { ChoiceList, Dialog, Facts, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { formatAccountPlace } from './format-account-place.ts';
import { TeachBillCodes } from './teach-bill-codes.tsx';

/** The billers whose codes this shop taught. Supervisors add and remove them. */
export function BillCodesPage() {
  const { open } = useNavigation();
  const text = useText();
  const layouts = useTillQuery('billCodes.list', {}, { refetchOnMount: 'always' });
  const [isTeaching, setTeaching] = useState(false);
  const [selectedGln, setSelectedGln] = useState<string | null>(null);
  const selected = layouts.value?.find(({ gln }) => gln === selectedGln);
  const returnToList = (): void => {
    setTeaching(false);
    setSelectedGln(null);
    layouts.refetch();
  };
  if (isTeaching) return <TeachBillCodes onDone={returnToList} />;
  if (selected !== undefined) return <LayoutDetails layout={selected} onBack={returnToList} />;
  return (
    <Screen
      title={text('scan.codes.title')}
      hint={text('scan.codes.hint')}
      actions={[
        {
          label: text('scan.codes.back'),
          keyName: 'Escape',
          onAction: () => open({ name: 'back-office' }),
        },
        {
          label: text('scan.codes.teach'),
          keyName: 'Insert',
          variant: 'primary',
          onAction: () => setTeaching(true),
        },
      ]}
    >
      <ChoiceList
        label={text('scan.codes.title')}
        isAutoFocused
        choices={(layouts.value ?? []).map((layout) => ({
          id: layout.gln,
          name: layout.billerName,
          detail: formatAccountPlace(layout.account, text),
        }))}
        onChoose={setSelectedGln}
        empty={text('scan.codes.none')}
      />
      {layouts.problem === null ? null : <ProblemNotice problem={layouts.problem} />}
    </Screen>
  );
}

function LayoutDetails(props: { readonly layout: TaughtLayout; readonly onBack: () => void }) {
  const { layout, onBack } = props;
  const text = useText();
  const clock = useTimeFormatter();
  const [isForgetting, setForgetting] = useState(false);
  return (
    <Screen
      title={layout.billerName}
      actions={[
        { label: text('scan.codes.toList'), keyName: 'Escape', onAction: onBack },
        // The settings and the chain's database are changed elsewhere.
        ...(layout.taughtBy === 'settings' || layout.taughtBy === 'chain'
          ? []
          : [
              {
                label: text('scan.codes.forget'),
                keyName: 'Delete' as const,
                onAction: () => setForgetting(true),
              },
            ]),
      ]}
    >
      <Facts
        facts={[
          { name: text('scan.collectorNumber'), value: layout.gln },
          { name: text('scan.place'), value: formatAccountPlace(layout.account, text) },
          {
            name: text('scan.taught'),
            value: [
              text(`scan.taughtBy.${layout.taughtBy}`),
              ...(layout.taughtAt === null ? [] : [clock.dateTime(layout.taughtAt)]),
            ].join(' · '),
          },
        ]}
      />
      {isForgetting ? (
        <ForgetDialog layout={layout} onClose={() => setForgetting(false)} onDone={onBack} />
      ) : null}
    </Screen>
  );
}

function ForgetDialog(props: {
  readonly layout: TaughtLayout;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { layout, onClose } = props;
  const text = useText();
  const permission = usePermission('teach-bill-codes');
  const forget = useTillMutation('billCodes.forget');
  const runIfMounted = useRunIfMounted();
  const submit = async (approval: Parameters<typeof forget.run>[0]['approval']): Promise<void> => {
    if (forget.isPending) return;
    const answer = await forget.run({ gln: layout.gln, approval });
    if (answer.ok) runIfMounted(props.onDone);
  };
  const title = text('scan.forget.title', { biller: layout.billerName });
  if (permission !== 'yes') {
    return (
      <ApprovalDialog
        title={title}
        explanation={text('scan.forget.explanation')}
        isReasonRequired={false}
        permission="teach-bill-codes"
        isBusy={forget.isPending}
        problem={forget.problem}
        onCancel={onClose}
        onApprove={(approval) => void submit(approval)}
      />
    );
  }
  return (
    <Dialog
      title={title}
      closeLabel={text('scan.forget.no')}
      onClose={onClose}
      actions={[
        {
          label: text('scan.codes.forget'),
          keyName: 'Enter',
          variant: 'danger',
          isDisabled: forget.isPending,
          onAction: () => void submit(null),
        },
      ]}
    >
      <p>{text('scan.forget.explanation')}</p>
      {forget.problem === null ? null : <ProblemNotice problem={forget.problem} />}
    </Dialog>
  );
}

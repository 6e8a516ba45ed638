import { useState } from 'react';
import type { BillerKind, SettingsView } from '../../../../../shared/contract/index.ts';
import { BillerSearchField, useBillerSearch } from '../../../../app/billers/index.ts';
import { useProblemText, useTillCall } from '../../../../app/index.ts';
import { EmptyState, Notice, RowList, Screen } from '../../../../components/index.ts';
import { type TextKey, useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SettingsSectionProps } from '../save-notice.tsx';

type NamedBiller = SettingsView['billerNames'][number];

export function CashOutSection(props: SettingsSectionProps) {
  return (
    <BillersQuestion
      {...props}
      title="settings.cashOut"
      hint="settings.cashOut.hint"
      kinds={['partner', 'utility']}
      savedIds={props.effectiveSettings.cashOutBillers}
      maxCount={500}
      onDone={(cashOutBillers) => props.save({ cashOutBillers })}
    />
  );
}

export function DrpSection(props: SettingsSectionProps) {
  return (
    <BillersQuestion
      {...props}
      title="settings.drp"
      hint="settings.drp.hint"
      kinds={['utility', 'partner']}
      savedIds={props.effectiveSettings.drpBillers}
      maxCount={2}
      onDone={(drpBillers) => props.save({ drpBillers })}
    />
  );
}

interface BillersQuestionProps extends SettingsSectionProps {
  readonly title: TextKey;
  readonly hint: TextKey;
  readonly kinds: readonly BillerKind[];
  readonly savedIds: readonly number[];
  readonly maxCount: number;
  readonly onDone: (ids: number[]) => void;
}

function BillersQuestion(props: BillersQuestionProps) {
  const text = useText();
  const [billers, setBillers] = useState(() => toNamedBillers(props.savedIds, props.view));
  const [isAdding, setAdding] = useState(false);
  const getName = (biller: NamedBiller): string =>
    biller.name ?? text('settings.biller.unknown', { id: biller.id });

  if (isAdding) {
    return (
      <AddBiller
        kinds={props.kinds}
        onBack={() => setAdding(false)}
        onAdd={(newBiller) => {
          setBillers([...billers.filter((biller) => biller.id !== newBiller.id), newBiller]);
          setAdding(false);
        }}
      />
    );
  }
  return (
    <Screen
      title={text(props.title)}
      hint={text(props.hint)}
      actions={[
        {
          label: text('settings.save'),
          keyName: 'Enter',
          variant: 'primary',
          onAction: () => props.onDone(billers.map((biller) => biller.id)),
          isDisabled: props.isBusy,
        },
        { label: text('setup.back'), keyName: 'Escape', onAction: props.onBack },
        {
          label: text('settings.biller.add'),
          keyName: 'Insert',
          onAction: () => {
            props.clearProblem();
            setAdding(true);
          },
          isDisabled: billers.length >= props.maxCount,
        },
      ]}
    >
      {billers.length === 0 ? (
        <EmptyState title={text('settings.biller.none')}>
          {text('settings.biller.none.description')}
        </EmptyState>
      ) : (
        <RowList
          label={text(props.title)}
          rows={billers.map((biller) => ({
            id: biller.id,
            name: getName(biller),
            remove: {
              label: text('settings.biller.remove', { name: getName(biller) }),
              onPress: () => {
                props.clearProblem();
                setBillers(billers.filter((candidate) => candidate.id !== biller.id));
              },
            },
          }))}
        />
      )}
      <SaveNotice {...props} />
    </Screen>
  );
}

/** A biller without a name is not in the catalogue. */
export function toNamedBillers(
  ids: readonly number[],
  { billerNames }: SettingsView,
): readonly NamedBiller[] {
  return ids.map((id) => billerNames.find((biller) => biller.id === id) ?? { id, name: null });
}

function AddBiller(props: {
  readonly kinds: readonly BillerKind[];
  readonly onAdd: (biller: NamedBiller) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const describeProblem = useProblemText();
  const call = useTillCall();
  const addBiller = async (id: number): Promise<void> => {
    const answer = await call('catalog.biller', { id });
    props.onAdd({ id, name: answer.ok ? answer.value.biller.name : null });
  };
  const search = useBillerSearch((id) => void addBiller(id), { kinds: props.kinds });
  return (
    <Screen
      title={text('settings.biller.which')}
      actions={[{ label: text('setup.back'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <BillerSearchField search={search} onChooseBiller={(id) => void addBiller(id)} />
      {search.problem === null ? null : (
        <Notice tone="refused" {...describeProblem(search.problem)} />
      )}
    </Screen>
  );
}

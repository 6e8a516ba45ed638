import { useRef, useState } from 'react';
import type { Biller, BillerKind, LinkedBill, Problem } from '../../../../shared/contract/index.ts';
import {
  AccountFields,
  BillerSearchField,
  getProblemField,
  isAccountFieldProblem,
  useBillerSearch,
} from '../../../app/billers/index.ts';
import {
  ProblemNotice,
  useBillScanHandler,
  useNavigation,
  useRunIfMounted,
  useTill,
  useTillCall,
  useTillMutation,
} from '../../../app/index.ts';
import { LoadingIndicator, Screen } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';

const KINDS: readonly BillerKind[] = ['utility', 'partner'];

export interface LinkAccountProps {
  readonly onLinked: (bill: LinkedBill) => void;
  readonly onOpen: (bill: LinkedBill) => void;
  /** The service refused the account, and may have saved it as failed. */
  readonly onRefused: () => void;
  readonly onBack: () => void;
}

/** Asks for the biller and then for the account to link. */
export function LinkAccount(props: LinkAccountProps) {
  const call = useTillCall();
  const [biller, setBiller] = useState<Biller | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const requestCount = useRef(0);
  const choose = (billerId: number): void => {
    setProblem(null);
    requestCount.current += 1;
    const requestNumber = requestCount.current;
    void call('catalog.biller', { id: billerId }).then((answer) => {
      // Ignores the response if another biller was chosen since.
      if (requestNumber !== requestCount.current) return;
      if (answer.ok) setBiller(answer.value.biller);
      else setProblem(answer.problem);
    });
  };
  return biller === null ? (
    <BillerQuestion problem={problem} onChoose={choose} onBack={props.onBack} />
  ) : (
    <AccountQuestion {...props} biller={biller} onBack={() => setBiller(null)} />
  );
}

function BillerQuestion(props: {
  readonly problem: Problem | null;
  readonly onChoose: (billerId: number) => void;
  readonly onBack: () => void;
}) {
  const text = useText();
  const search = useBillerSearch(props.onChoose, { kinds: KINDS });
  const problem = props.problem ?? search.problem;
  return (
    <Screen
      title={text('bills.linkBiller')}
      actions={[{ label: text('bills.backToList'), keyName: 'Escape', onAction: props.onBack }]}
    >
      <BillerSearchField search={search} onChooseBiller={props.onChoose} />
      {problem === null ? null : <ProblemNotice problem={problem} />}
    </Screen>
  );
}

function AccountQuestion(props: LinkAccountProps & { readonly biller: Biller }) {
  const { onLinked, onOpen, onRefused, onBack } = props;
  // R13: the biller requires the name on the account, although its list entry does not.
  const [isNameRequired, setNameRequired] = useState(props.biller.requiresNameOnAccount);
  const biller = { ...props.biller, requiresNameOnAccount: isNameRequired };
  const text = useText();
  const { deadlineSeconds } = useTill();
  const call = useTillCall();
  const { open } = useNavigation();
  const link = useTillMutation('bills.link');
  const [accountNumber, setAccountNumber] = useState('');
  const [nameOnAccount, setNameOnAccount] = useState('');
  const [field, setField] = useState<'account' | 'name'>('account');
  const { problem } = link;
  const runIfMounted = useRunIfMounted();
  useBillScanHandler((code) => {
    if (link.isPending) return false;
    void call('billCodes.read', { code, billerId: biller.id }).then((answer) => {
      const result = answer.ok ? answer.value : null;
      runIfMounted(() => {
        link.reset();
        if (result?.kind === 'bill') setAccountNumber(result.bill.accountNumber);
        else if (result?.kind === 'account') setAccountNumber(result.accountNumber);
        else if (result !== null) open({ name: 'scan', result });
      });
    });
    return true;
  });

  const submit = async (): Promise<void> => {
    if (link.isPending) return;
    if (biller.requiresNameOnAccount && nameOnAccount.trim() === '' && field === 'account') {
      setField('name');
      return;
    }
    const answer = await link.run({
      billerId: biller.id,
      accountNumber,
      nameOnAccount: nameOnAccount.trim() === '' ? null : nameOnAccount.trim(),
    });
    if (answer.ok) {
      onLinked(answer.value);
      runIfMounted(() => onOpen(answer.value));
    } else if (isAccountFieldProblem(answer.problem)) setField(getProblemField(answer.problem));
    else {
      if (answer.problem.kind === 'service-refused' && answer.problem.code === 'R13') {
        setNameRequired(true);
        setField('name');
      }
      onRefused();
    }
  };

  return (
    <Screen
      title={text('bills.linkAccount', { biller: biller.name })}
      hint={text('bills.linkHint')}
      actions={[
        { label: text('bills.otherBiller'), keyName: 'Escape', onAction: onBack },
        {
          label: text('bills.link'),
          keyName: 'Enter',
          onAction: () => void submit(),
          variant: 'primary',
        },
      ]}
    >
      <AccountFields
        biller={biller}
        accountNumber={accountNumber}
        nameOnAccount={nameOnAccount}
        field={field}
        problem={problem}
        isScanned={false}
        onType={(typedField, typed) => {
          link.reset();
          if (typedField === 'account') setAccountNumber(typed);
          else setNameOnAccount(typed);
        }}
        onFocus={setField}
      />
      {link.isPending ? (
        <LoadingIndicator label={text('bills.linking')} maxSeconds={deadlineSeconds} />
      ) : null}
      {problem !== null && !isAccountFieldProblem(problem) ? (
        <ProblemNotice
          problem={problem}
          billerName={biller.name}
          impact={text('bills.noMoneyMoved')}
        />
      ) : null}
    </Screen>
  );
}

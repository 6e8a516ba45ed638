import { useState } from 'react';
import type { ChainAccess } from '../../../../shared/contract/index.ts';
import { ProblemNotice, useTillMutation } from '../../../app/index.ts';
import { Facts, LoadingIndicator, Screen, TextField } from '../../../components/index.ts';
import { useText } from '../../../i18n/index.ts';
import { MAX_CHAIN_WAIT_SECONDS } from './chain-formatters.ts';

/**
 * Asks for the office's role and its password. Main tries them at the database before it saves
 * them.
 */
export function ConnectScreen(props: {
  readonly access: ChainAccess;
  readonly onConnected: () => void;
  readonly onBack: () => void;
}) {
  const { access, onConnected, onBack } = props;
  const text = useText();
  const connect = useTillMutation('chain.connect');
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const isTyped = user.trim() !== '' && password !== '';
  const submit = async (): Promise<void> => {
    if (connect.isPending || !isTyped) return;
    const answer = await connect.run({ user, password });
    if (answer.ok) onConnected();
  };
  return (
    <Screen
      title={text('chain.connect.title')}
      hint={text('chain.connect.hint')}
      actions={[
        { label: text('chain.back'), keyName: 'Escape', onAction: onBack },
        {
          label: text(connect.isPending ? 'chain.connect.testing' : 'chain.connect.confirm'),
          keyName: 'Enter',
          onAction: () => void submit(),
          variant: 'primary',
          isDisabled: connect.isPending || !isTyped,
        },
      ]}
    >
      <Facts
        facts={[
          { name: text('chain.database'), value: access.database },
          { name: text('chain.hosts'), value: access.hosts.join(', ') },
        ]}
      />
      <TextField
        label={text('chain.user')}
        description={text('chain.userHint')}
        value={user}
        onChange={setUser}
        isAutoFocused
        maxLength={63}
      />
      <TextField
        label={text('chain.password')}
        value={password}
        onChange={setPassword}
        isSecret
        maxLength={300}
      />
      {connect.isPending ? (
        <LoadingIndicator
          label={text('chain.connect.testing')}
          maxSeconds={MAX_CHAIN_WAIT_SECONDS}
        />
      ) : null}
      {connect.problem === null || connect.isPending ? null : (
        <ProblemNotice problem={connect.problem} />
      )}
    </Screen>
  );
}

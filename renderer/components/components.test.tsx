import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EnvironmentName } from '../../shared/contract/index.ts';
import type { ParsedAmount } from '../../shared/money/index.ts';
import { TextProvider } from '../i18n/index.ts';
import {
  AmountField,
  Button,
  ChoiceList,
  Dialog,
  DraftTape,
  type KeyName,
  LoadingIndicator,
  Money,
  Notice,
  Screen,
  Tape,
  TextField,
  useKeys,
} from './index.ts';
import type { NoticeTone } from './notice.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(children: ReactNode, language: 'es-MX' | 'es-CO' | 'en' = 'es-MX') {
  return render(<TextProvider language={language}>{children}</TextProvider>);
}

function press(key: string, init: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  act(() => {
    (document.activeElement ?? document.body).dispatchEvent(event);
  });
  return event;
}

describe('keys of a screen', () => {
  function Keys(props: { readonly onKey: (key: string) => void }) {
    useKeys({
      Enter: { label: 'Seguir', onAction: () => props.onKey('Enter') },
      F12: { label: 'Pagar', onAction: () => props.onKey('F12') },
    });
    return <input aria-label="field" />;
  }

  test('a key counts once however long it is held, and never twice', () => {
    const onKey = vi.fn();
    show(<Keys onKey={onKey} />);
    const first = press('F12');
    const held = press('F12', { repeat: true });
    expect(onKey).toHaveBeenCalledExactlyOnceWith('F12');
    expect(first.defaultPrevented && held.defaultPrevented).toBe(true);
  });

  test('a key of an input method is left alone', () => {
    const onKey = vi.fn();
    show(<Keys onKey={onKey} />);
    press('Enter', { isComposing: true });
    press('Enter', { keyCode: 229 });
    expect(onKey).not.toHaveBeenCalled();
  });

  test('a shortcut with a modifier is not the screen’s', () => {
    const onKey = vi.fn();
    show(<Keys onKey={onKey} />);
    expect(press('F12', { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(onKey).not.toHaveBeenCalled();
  });

  test('one key bound twice at the same time is thrown, and one that moved is not', () => {
    const nothing = () => {};
    function Two(props: { readonly first: KeyName; readonly second: KeyName }) {
      return (
        <>
          <Bound keyName={props.first} />
          <Bound keyName={props.second} />
        </>
      );
    }
    function Bound(props: { readonly keyName: KeyName }) {
      useKeys({ [props.keyName]: { label: '', onAction: nothing } });
      return null;
    }
    const said = vi.spyOn(console, 'error').mockImplementation(nothing);
    expect(() => show(<Two first="F1" second="F1" />)).toThrow('F1 is bound twice');
    cleanup();
    const { rerender } = show(<Two first="F1" second="F11" />);
    rerender(
      <TextProvider language="es-MX">
        <Two first="F11" second="F1" />
      </TextProvider>,
    );
    cleanup();
    const action = { label: '', keyName: 'F1', onAction: nothing } as const;
    expect(() => show(<Screen title="?" actions={[action, action]} />)).toThrow('F1');
    said.mockRestore();
  });

  test('Enter on a button presses that button alone', async () => {
    const onNext = vi.fn();
    const onBack = vi.fn();
    show(
      <Screen
        title="Pregunta"
        actions={[
          { label: 'Seguir', keyName: 'Enter', onAction: onNext },
          { label: 'Atrás', keyName: 'Escape', onAction: onBack },
        ]}
      />,
    );
    screen.getByRole('button', { name: 'Atrás' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(onBack).toHaveBeenCalledOnce();
    expect(onNext).not.toHaveBeenCalled();
  });

  test('a disabled action has no key', () => {
    const onNext = vi.fn();
    show(
      <Screen
        title="Pregunta"
        actions={[{ label: 'Seguir', keyName: 'Enter', onAction: onNext, isDisabled: true }]}
      />,
    );
    press('Enter');
    expect(onNext).not.toHaveBeenCalled();
  });

  test('behind a dialog the screen’s keys rest; Esc closes the dialog', async () => {
    const onKey = vi.fn();
    const onClose = vi.fn();
    show(
      <>
        <Keys onKey={onKey} />
        <Dialog title="Servicio" onClose={onClose}>
          <p>Todo bien</p>
        </Dialog>
      </>,
    );
    press('F12');
    await userEvent.keyboard('{Escape}');
    expect(onKey).not.toHaveBeenCalled();
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('where nothing takes the focus, the question does', () => {
    show(<Screen title="¿Todo correcto?" />);
    expect(document.activeElement?.textContent).toBe('¿Todo correcto?');
  });

  test('the field of the answer keeps the focus', () => {
    show(
      <Screen title="Cuenta">
        <TextField label="Cuenta" value="" onChange={() => {}} isAutoFocused />
      </Screen>,
    );
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Cuenta' }));
  });
});

describe('the amount field', () => {
  function Amount(props: { readonly onParsed: (parsed: ParsedAmount) => void }) {
    const [text, setText] = useState('');
    return (
      <AmountField
        label="Efectivo"
        value={text}
        currency="MXN"
        onChange={(typed, parsed) => {
          setText(typed);
          props.onParsed(parsed);
        }}
      />
    );
  }

  test('reads what was typed and says how it is understood', async () => {
    const onParsed = vi.fn();
    show(<Amount onParsed={onParsed} />);
    await userEvent.type(screen.getByRole('textbox'), '1.234,50');
    expect(onParsed).toHaveBeenLastCalledWith({
      ok: true,
      value: { amount: '1234.50', currency: 'MXN' },
    });
    expect(screen.getByText('Son $1,234.50 MXN')).toBeTruthy();
  });

  test('does not scold while one types; says it when the field is left', async () => {
    show(<Amount onParsed={() => {}} />);
    await userEvent.type(screen.getByRole('textbox'), '-1');
    expect(screen.queryByText(/negativo/)).toBeNull();
    await userEvent.tab();
    expect(screen.getByText('El importe no puede ser negativo.')).toBeTruthy();
  });

  test('in Colombia it asks for a “valor”', async () => {
    show(
      <AmountField label="Valor" value="" currency="COP" onChange={() => {}} isChecked />,
      'es-CO',
    );
    expect(await screen.findByText('Escriba un valor.')).toBeTruthy();
  });
});

describe('notices', () => {
  test('say what happened, whether money moved and what to do, in that order', () => {
    show(
      <Notice
        tone="refused"
        happened="No existe."
        money="No se cobró nada."
        next="Revise."
        code="R2"
      />,
    );
    const said = screen.getByRole('alert').textContent ?? '';
    const places = ['Rechazado', 'No existe.', 'No se cobró nada.', 'Revise.', 'R2'].map((part) =>
      said.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test('every tone has a word and a picture of its own', () => {
    const pictures = new Set<string>();
    for (const tone of ['paid', 'refused', 'unknown', 'info', 'warning'] as const) {
      const { container, unmount } = show(<Notice tone={tone} happened="Algo." />);
      pictures.add(container.querySelector('svg')?.innerHTML ?? '');
      unmount();
    }
    expect(pictures.size).toBe(5);
    expect(pictures).not.toContain('');
  });
});

describe('waiting', () => {
  test('is silent for 2 s, then says for what, and after 10 s how long at most', () => {
    vi.useFakeTimers();
    show(<LoadingIndicator label="Preguntando a CFE…" maxSeconds={60} />);
    expect(screen.queryByText('Preguntando a CFE…')).toBeNull();
    act(() => void vi.advanceTimersByTime(2_000));
    expect(screen.getByText('Preguntando a CFE…')).toBeTruthy();
    expect(screen.queryByText(/60 segundos/)).toBeNull();
    act(() => void vi.advanceTimersByTime(8_000));
    expect(screen.getByText(/60 segundos/)).toBeTruthy();
  });
});

describe('a list of choices', () => {
  const choices = [
    { id: 'ana', name: 'Ana' },
    { id: 'luis', name: 'Luis' },
    { id: 'carmen', name: 'Carmen' },
  ] as const;

  test('is chosen from by arrows, by first letters, and by Enter', async () => {
    const onChoose = vi.fn();
    show(<ChoiceList label="Cajeros" choices={choices} onChoose={onChoose} isAutoFocused />);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.keyboard('car{Enter}');
    expect(onChoose.mock.calls).toEqual([['luis'], ['carmen']]);
  });

  test('goes to any word of a name as it is typed, and begins anew where that leads nowhere', async () => {
    const choices = ['Monterrey', 'Ciudad de México', 'Mérida'].map((name) => ({ id: name, name }));
    show(<ChoiceList label="Zonas" choices={choices} onChoose={() => {}} isAutoFocused />);
    const isOn = () => document.activeElement?.getAttribute('data-key');
    await userEvent.keyboard('mexico');
    expect(isOn()).toBe('Ciudad de México');
    // No row has such a word.
    await userEvent.keyboard('x');
    expect(isOn()).toBe('Ciudad de México');
    await userEvent.keyboard('ciudadmer');
    expect(isOn()).toBe('Mérida');
  });

  test('says so when it is empty', () => {
    show(<ChoiceList label="Cajeros" choices={[]} onChoose={() => {}} empty="No hay nadie." />);
    expect(screen.getByText('No hay nadie.')).toBeTruthy();
  });
});

describe('the tape', () => {
  const run = (text: string) => ({ text, bold: false, double: 'no', inverse: false }) as const;

  test('shows the very text of the paper, blanks and all', () => {
    show(
      <Tape
        environment="production"
        columns={42}
        lines={[
          { kind: 'text', align: 'left', runs: [run('CFE      549.00')] },
          { kind: 'text', align: 'left', runs: [run('')] },
          { kind: 'text', align: 'left', runs: [run('<b>no</b>')] },
          { kind: 'cut' },
          { kind: 'drawer' },
        ]}
      />,
    );
    const lines = [...screen.getByRole('article').querySelectorAll('p')].map((p) => p.textContent);
    expect(lines).toEqual(['CFE      549.00', '', '<b>no</b>']);
  });

  test('is marked wherever it is not production’s, and nowhere else', () => {
    const tape = (environment: EnvironmentName) => (
      <TextProvider language="es-MX">
        <DraftTape head={['Lupita']} rows={[]} columns={42} environment={environment} />
      </TextProvider>
    );
    const { rerender } = show(tape('training'));
    expect(screen.getByText('PRÁCTICA · SIN VALOR')).toBeTruthy();
    rerender(tape('sandbox'));
    expect(screen.getByText('PRUEBAS · NO ES VÁLIDO')).toBeTruthy();
    rerender(tape('production'));
    expect(screen.queryByText(/PRÁCTICA|PRUEBAS/)).toBeNull();
  });

  test('an amount carries its currency', () => {
    const { container } = show(
      <Money value={{ amount: '1234.5', currency: 'RD' }} label="Cambio" />,
    );
    expect(container.textContent).toBe('Cambio$1,234.50 RD');
  });
});

test('a button tells its key to a screen reader', () => {
  show(
    <Button keyHint="Control+P" onPress={() => {}}>
      Print
    </Button>,
  );
  expect(screen.getByRole('button').getAttribute('aria-keyshortcuts')).toBe('Control+P');
});

describe('a notice on a screen', () => {
  const scrolled = vi.fn();
  beforeEach(() => {
    scrolled.mockReset();
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrolled);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const of = (...tones: readonly NoticeTone[]) => (
    <TextProvider language="es-MX">
      <Screen title="here">
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} happened={tone} />
        ))}
      </Screen>
    </TextProvider>
  );

  test('is brought into sight where it comes later, or is a trouble', () => {
    const shown = render(of('info'));
    expect(scrolled).not.toHaveBeenCalled();
    shown.rerender(of('info', 'paid'));
    expect(scrolled).toHaveBeenCalledTimes(1);
    shown.unmount();
    render(of('refused'));
    expect(scrolled).toHaveBeenCalledTimes(2);
  });

  test('stands at the foot of a screen that has no actions, too', () => {
    show(<Screen title="here" footer={<p>total</p>} />);
    expect(screen.getByText('total')).toBeTruthy();
  });
});

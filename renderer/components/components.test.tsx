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
  useKeyBindings,
} from './index.ts';
import type { NoticeTone } from './tone-label.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function renderWithTexts(children: ReactNode, language: 'es-MX' | 'es-CO' | 'en' = 'es-MX') {
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
  function KeysProbe(props: { readonly onKey: (key: string) => void }) {
    useKeyBindings({
      Enter: { label: 'Seguir', onAction: () => props.onKey('Enter') },
      F12: { label: 'Pagar', onAction: () => props.onKey('F12') },
    });
    return <input aria-label="field" />;
  }

  test('handles a held key once', () => {
    const onKey = vi.fn();
    renderWithTexts(<KeysProbe onKey={onKey} />);
    const first = press('F12');
    const repeated = press('F12', { repeat: true });
    expect(onKey).toHaveBeenCalledExactlyOnceWith('F12');
    expect(first.defaultPrevented && repeated.defaultPrevented).toBe(true);
  });

  test('ignores keys of an input method', () => {
    const onKey = vi.fn();
    renderWithTexts(<KeysProbe onKey={onKey} />);
    press('Enter', { isComposing: true });
    press('Enter', { keyCode: 229 });
    expect(onKey).not.toHaveBeenCalled();
  });

  test('ignores a bound key with a modifier', () => {
    const onKey = vi.fn();
    renderWithTexts(<KeysProbe onKey={onKey} />);
    expect(press('F12', { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(onKey).not.toHaveBeenCalled();
  });

  test('throws if one key is bound twice at the same time, but not if it moved', () => {
    const noop = () => {};
    function TwoBindings(props: { readonly first: KeyName; readonly second: KeyName }) {
      return (
        <>
          <SingleBinding keyName={props.first} />
          <SingleBinding keyName={props.second} />
        </>
      );
    }
    function SingleBinding(props: { readonly keyName: KeyName }) {
      useKeyBindings({ [props.keyName]: { label: '', onAction: noop } });
      return null;
    }
    const consoleError = vi.spyOn(console, 'error').mockImplementation(noop);
    expect(() => renderWithTexts(<TwoBindings first="F1" second="F1" />)).toThrow(
      'F1 is bound twice',
    );
    cleanup();
    const { rerender } = renderWithTexts(<TwoBindings first="F1" second="F11" />);
    rerender(
      <TextProvider language="es-MX">
        <TwoBindings first="F11" second="F1" />
      </TextProvider>,
    );
    cleanup();
    const action = { label: '', keyName: 'F1', onAction: noop } as const;
    expect(() => renderWithTexts(<Screen title="?" actions={[action, action]} />)).toThrow('F1');
    consoleError.mockRestore();
  });

  test('presses only the focused button on Enter', async () => {
    const onNext = vi.fn();
    const onBack = vi.fn();
    renderWithTexts(
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

  test('binds no key for a disabled action', () => {
    const onNext = vi.fn();
    renderWithTexts(
      <Screen
        title="Pregunta"
        actions={[{ label: 'Seguir', keyName: 'Enter', onAction: onNext, isDisabled: true }]}
      />,
    );
    press('Enter');
    expect(onNext).not.toHaveBeenCalled();
  });

  test('ignores the screen’s keys behind a dialog and closes the dialog on Esc', async () => {
    const onKey = vi.fn();
    const onClose = vi.fn();
    renderWithTexts(
      <>
        <KeysProbe onKey={onKey} />
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

  test('focuses the question if nothing else takes the focus', () => {
    renderWithTexts(<Screen title="¿Todo correcto?" />);
    expect(document.activeElement?.textContent).toBe('¿Todo correcto?');
  });

  test('keeps the focus in an auto-focused field', () => {
    renderWithTexts(
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

  test('parses the typed amount and shows how it is understood', async () => {
    const onParsed = vi.fn();
    renderWithTexts(<Amount onParsed={onParsed} />);
    await userEvent.type(screen.getByRole('textbox'), '1.234,50');
    expect(onParsed).toHaveBeenLastCalledWith({
      ok: true,
      value: { amount: '1234.50', currency: 'MXN' },
    });
    expect(screen.getByText('Son $1,234.50 MXN')).toBeTruthy();
  });

  test('shows an error only when the field loses the focus', async () => {
    renderWithTexts(<Amount onParsed={() => {}} />);
    await userEvent.type(screen.getByRole('textbox'), '-1');
    expect(screen.queryByText(/negativo/)).toBeNull();
    await userEvent.tab();
    expect(screen.getByText('El importe no puede ser negativo.')).toBeTruthy();
  });

  test('uses the word “valor” in Colombia', async () => {
    renderWithTexts(
      <AmountField label="Valor" value="" currency="COP" onChange={() => {}} isEmptyAnError />,
      'es-CO',
    );
    expect(await screen.findByText('Escriba un valor.')).toBeTruthy();
  });
});

describe('notices', () => {
  test('shows what happened, whether money moved and what to do, in that order', () => {
    renderWithTexts(
      <Notice
        tone="refused"
        title="No existe."
        impact="No se cobró nada."
        action="Revise."
        code="R2"
      />,
    );
    const noticeText = screen.getByRole('alert').textContent ?? '';
    const positions = ['Rechazado', 'No existe.', 'No se cobró nada.', 'Revise.', 'R2'].map(
      (part) => noticeText.indexOf(part),
    );
    expect(positions).not.toContain(-1);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  test('has a different icon for every tone', () => {
    const icons = new Set<string>();
    for (const tone of ['paid', 'refused', 'unknown', 'info', 'warning'] as const) {
      const { container, unmount } = renderWithTexts(<Notice tone={tone} title="Algo." />);
      icons.add(container.querySelector('svg')?.innerHTML ?? '');
      unmount();
    }
    expect(icons.size).toBe(5);
    expect(icons).not.toContain('');
  });
});

describe('waiting', () => {
  test('shows nothing for 2 s, then the label, and after 10 s the maximum wait', () => {
    vi.useFakeTimers();
    renderWithTexts(<LoadingIndicator label="Preguntando a CFE…" maxSeconds={60} />);
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

  test('selects by arrows, first letters and Enter', async () => {
    const onChoose = vi.fn();
    renderWithTexts(
      <ChoiceList label="Cajeros" choices={choices} onChoose={onChoose} isAutoFocused />,
    );
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.keyboard('car{Enter}');
    expect(onChoose.mock.calls).toEqual([['luis'], ['carmen']]);
  });

  test('focuses a row by any word of its name and resets text without a match', async () => {
    const choices = ['Monterrey', 'Ciudad de México', 'Mérida'].map((name) => ({ id: name, name }));
    renderWithTexts(
      <ChoiceList label="Zonas" choices={choices} onChoose={() => {}} isAutoFocused />,
    );
    const getFocusedKey = () => document.activeElement?.getAttribute('data-key');
    await userEvent.keyboard('mexico');
    expect(getFocusedKey()).toBe('Ciudad de México');
    // No row has such a word.
    await userEvent.keyboard('x');
    expect(getFocusedKey()).toBe('Ciudad de México');
    await userEvent.keyboard('ciudadmer');
    expect(getFocusedKey()).toBe('Mérida');
  });

  test('shows a text when it is empty', () => {
    renderWithTexts(
      <ChoiceList label="Cajeros" choices={[]} onChoose={() => {}} empty="No hay nadie." />,
    );
    expect(screen.getByText('No hay nadie.')).toBeTruthy();
  });
});

describe('the tape', () => {
  const createRun = (text: string) =>
    ({ text, bold: false, double: 'no', inverse: false }) as const;

  test('shows the exact text of the paper including spaces', () => {
    renderWithTexts(
      <Tape
        environment="production"
        columns={42}
        lines={[
          { kind: 'text', align: 'left', runs: [createRun('CFE      549.00')] },
          { kind: 'text', align: 'left', runs: [createRun('')] },
          { kind: 'text', align: 'left', runs: [createRun('<b>no</b>')] },
          { kind: 'cut' },
          { kind: 'drawer' },
        ]}
      />,
    );
    const lines = [...screen.getByRole('article').querySelectorAll('p')].map((p) => p.textContent);
    expect(lines).toEqual(['CFE      549.00', '', '<b>no</b>']);
  });

  test('marks the tape in every environment except production', () => {
    const renderTape = (environment: EnvironmentName) => (
      <TextProvider language="es-MX">
        <DraftTape headerLines={['Lupita']} rows={[]} columns={42} environment={environment} />
      </TextProvider>
    );
    const { rerender } = renderWithTexts(renderTape('training'));
    expect(screen.getByText('PRÁCTICA · SIN VALOR')).toBeTruthy();
    rerender(renderTape('sandbox'));
    expect(screen.getByText('PRUEBAS · NO ES VÁLIDO')).toBeTruthy();
    rerender(renderTape('production'));
    expect(screen.queryByText(/PRÁCTICA|PRUEBAS/)).toBeNull();
  });

  test('shows an amount with its currency', () => {
    const { container } = renderWithTexts(
      <Money value={{ amount: '1234.5', currency: 'RD' }} label="Cambio" />,
    );
    expect(container.textContent).toBe('Cambio$1,234.50 RD');
  });
});

test('exposes a button’s key to screen readers', () => {
  renderWithTexts(
    <Button keyHint="Control+P" onPress={() => {}}>
      Print
    </Button>,
  );
  expect(screen.getByRole('button').getAttribute('aria-keyshortcuts')).toBe('Control+P');
});

describe('a notice on a screen', () => {
  const scrollIntoView = vi.fn();
  beforeEach(() => {
    scrollIntoView.mockReset();
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrollIntoView);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const createScreen = (...tones: readonly NoticeTone[]) => (
    <TextProvider language="es-MX">
      <Screen title="here">
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} title={tone} />
        ))}
      </Screen>
    </TextProvider>
  );

  test('scrolls into view if it appears later or reports a problem', () => {
    const rendered = render(createScreen('info'));
    expect(scrollIntoView).not.toHaveBeenCalled();
    rendered.rerender(createScreen('info', 'paid'));
    expect(scrollIntoView).toHaveBeenCalledTimes(1);
    rendered.unmount();
    render(createScreen('refused'));
    expect(scrollIntoView).toHaveBeenCalledTimes(2);
  });

  test('shows the footer of a screen without actions', () => {
    renderWithTexts(<Screen title="here" footer={<p>total</p>} />);
    expect(screen.getByText('total')).toBeTruthy();
  });
});

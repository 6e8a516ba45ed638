import { useCallback, useEffect, useRef } from 'react';
import type { SettingsView } from '../../../../../shared/contract/index.ts';
import {
  type OutcomeSound,
  playSound,
  previewAppearance,
} from '../../../../app/appearance/index.ts';
import { ChoiceQuestion } from '../../../../app/questions/index.ts';
import { useText } from '../../../../i18n/index.ts';
import { SaveNotice, type SectionProps } from '../save-notice.tsx';

/**
 * Ends the preview when the screen closes. Each row previews its value while it has the focus or
 * the pointer.
 */
function useEndPreviewOnLeave(): void {
  useEffect(() => () => previewAppearance({}), []);
}

const THEMES: readonly SettingsView['theme'][] = ['system', 'light', 'dark'];

export function ThemeSection(props: SectionProps) {
  const text = useText();
  useEndPreviewOnLeave();
  return (
    <ChoiceQuestion
      title="appearance.theme"
      hint={text('appearance.preview')}
      choices={THEMES.map((id) => ({
        id,
        name: text(`appearance.theme.${id}`),
        detail: text(`appearance.theme.${id}.description`),
      }))}
      chosen={props.view.theme}
      onLook={(theme) => previewAppearance({ theme })}
      onChoose={(theme) => props.save({ section: 'theme', theme })}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

const TEXT_SIZES: readonly SettingsView['letters'][] = ['normal', 'large', 'largest'];

export function TextSizeSection(props: SectionProps) {
  const text = useText();
  useEndPreviewOnLeave();
  return (
    <ChoiceQuestion
      title="appearance.textSize"
      hint={text('appearance.preview')}
      choices={TEXT_SIZES.map((id) => ({
        id,
        name: text(`appearance.textSize.${id}`),
        detail: text(`appearance.textSize.${id}.description`),
      }))}
      isInOrder
      chosen={props.view.letters}
      onLook={(letters) => previewAppearance({ letters })}
      onChoose={(letters) => props.save({ section: 'letters', letters })}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

/** The delay between two of the three sounds. */
const SOUND_INTERVAL_MS = 900;

/**
 * Returns a function that plays each sound once, in the order that the row names them. Closing the
 * screen stops it.
 */
function useSoundPreview(): (isOn: boolean) => void {
  const timers = useRef<number[]>([]);
  const cancelTimers = useCallback(() => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
  }, []);
  useEffect(() => cancelTimers, [cancelTimers]);
  return (isOn) => {
    cancelTimers();
    if (!isOn) return;
    const play = (sound: OutcomeSound, index: number): number =>
      window.setTimeout(() => playSound(sound), index * SOUND_INTERVAL_MS);
    timers.current = (['paid', 'refused', 'unknown'] as const).map(play);
  };
}

export function SoundsSection(props: SectionProps) {
  const text = useText();
  const preview = useSoundPreview();
  return (
    <ChoiceQuestion
      title="appearance.sounds"
      onLook={(id) => preview(id === 'on')}
      choices={[
        {
          id: 'off',
          name: text('appearance.sounds.off'),
          detail: text('appearance.sounds.off.description'),
        },
        {
          id: 'on',
          name: text('appearance.sounds.on'),
          detail: text('appearance.sounds.on.description'),
        },
      ]}
      chosen={props.view.sounds ? 'on' : 'off'}
      onChoose={(id) => props.save({ section: 'sounds', areOn: id === 'on' })}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

export function FullScreenSection(props: SectionProps) {
  const text = useText();
  return (
    <ChoiceQuestion
      title="appearance.fullScreen"
      hint={text('appearance.fullScreen.hint')}
      choices={[
        {
          id: 'off',
          name: text('appearance.fullScreen.off'),
          detail: text('appearance.fullScreen.off.description'),
        },
        {
          id: 'on',
          name: text('appearance.fullScreen.on'),
          detail: text('appearance.fullScreen.on.description'),
        },
      ]}
      chosen={props.view.fullScreen ? 'on' : 'off'}
      onChoose={(id) => props.save({ section: 'full-screen', isOn: id === 'on' })}
      onBack={props.onBack}
    >
      <SaveNotice {...props} />
    </ChoiceQuestion>
  );
}

export type FocusExpectation = 'anywhere' | 'in-sight' | 'only';

/**
 * What is wrong with how the page lies on the screen, in words; it is run inside the page, and so
 * uses nothing from outside itself. It scrolls as the focus would, and back again. `focus`: whether
 * what has the focus has to be in sight, or nothing else is asked.
 */
export function findLayoutFaults(focus: FocusExpectation): string[] {
  const PRESSED =
    'button, input:not([type="hidden"]):not([type="file"]), select, textarea, a[href], [role="option"]';
  /** What scrolls says so: it fades at its edge, or what lies over its end does. */
  const SCROLLERS = 'html, body, main, [data-scrolls], [role$="dialog"], [data-covers]';
  const SLACK = 1.5;
  /** Around a dialog that is as high as it can be. */
  const MARGIN = 32;
  /** A window of so little height scrolls as a whole. */
  const LOW = 576;
  /** A fade that is less than this hides nothing. */
  const FAINT = 0.2;
  const found: string[] = [];

  const dialogs = [...document.querySelectorAll('[role$="dialog"]')];
  const root = dialogs.at(-1) ?? document.body;
  const nameOf = (element: Element): string => {
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return `${element.tagName.toLowerCase()} "${words.slice(0, 40)}"`;
  };
  const isShown = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest('[inert]') !== null) return false;
    const { width, height } = element.getBoundingClientRect();
    // Words for screen readers alone stand in a single point.
    return width > 2 && height > 2;
  };
  const clips = (style: CSSStyleDeclaration): boolean =>
    ['hidden', 'clip'].includes(style.overflowX) || ['hidden', 'clip'].includes(style.overflowY);
  const scrolls = (style: CSSStyleDeclaration): boolean =>
    ['auto', 'scroll'].includes(style.overflowY) || ['auto', 'scroll'].includes(style.overflowX);

  const all = [root, ...root.querySelectorAll('*')].filter(isShown);

  /** Where its own words stand, line by line; a line's box is higher than its letters. */
  const wordsIn = (element: Element): DOMRect[] =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      })
      .filter(({ width, height }) => width > 2 && height > 2)
      .map(({ x, y, width, height }) => new DOMRect(x, y + height / 4, width, height / 2));

  // What one presses or types into.
  const scrolled = [...document.querySelectorAll('*')]
    .filter((one) => one.scrollHeight > one.clientHeight)
    .map((element) => ({ element, top: element.scrollTop }));
  const restore = (): void => {
    for (const { element, top } of scrolled) element.scrollTop = top;
  };
  const coverOf = (element: Element): string | null => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect();
    const x = (left + right) / 2;
    const edge = Math.min(6, height / 4);
    const isTall = height > innerHeight / 3;
    for (const y of isTall
      ? [(top + bottom) / 2]
      : [top + edge, (top + bottom) / 2, bottom - edge]) {
      if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) return 'the edge of the window';
      const hit = document.elementFromPoint(x, y);
      if (hit === null || !(element.contains(hit) || hit.closest('label')?.contains(element))) {
        return hit === null ? 'nothing' : `${nameOf(hit)} (${hit.className})`;
      }
    }
    return null;
  };
  /** Its opacity follows a frame after what scrolls. */
  const isAtEnd = (fade: Element): boolean => {
    let one = fade.parentElement;
    while (one !== null && !scrolls(getComputedStyle(one))) one = one.parentElement;
    const { scrollHeight, clientHeight, scrollTop } = one ?? document.documentElement;
    const most = scrollHeight - clientHeight;
    return most > SLACK && scrollTop > most - SLACK;
  };
  /** Where the form goes on beneath its actions: what stands there is as good as not there. */
  const fadeOver = ({ left, right, top, bottom }: DOMRect): string | null => {
    const middle = (top + bottom) / 2;
    for (const fade of root.querySelectorAll('[data-goes-on]')) {
      const isFaint = Number(getComputedStyle(fade).opacity) < FAINT;
      if (isFaint || !isShown(fade) || isAtEnd(fade)) continue;
      const box = fade.getBoundingClientRect();
      const isBeneath = middle > box.top && middle < box.bottom;
      if (isBeneath && right > box.left && left < box.right)
        return 'the fade at the end of the form';
    }
    return null;
  };

  // The largest figures are what a screen is for: they are there before anything is scrolled.
  if (innerHeight > LOW) {
    for (const sum of root.querySelectorAll('main [data-sum]')) {
      if (!isShown(sum)) continue;
      const box = sum.getBoundingClientRect();
      const cover = fadeOver(box) ?? coverOf(sum);
      if (cover !== null) found.push(`the sum ${nameOf(sum)} is beneath ${cover} at first`);
    }
  }

  const pressed = [...root.querySelectorAll(PRESSED)].filter(isShown);
  const { activeElement } = document;
  if (focus !== 'anywhere' && activeElement !== null && pressed.includes(activeElement)) {
    const cover = coverOf(activeElement);
    if (cover !== null) found.push(`the focus, ${nameOf(activeElement)}, is beneath ${cover}`);
  }
  if (focus === 'only') return found;

  // A placeholder has no box of its own, and makes its field no wider.
  const widthOfPlaceholder = (field: HTMLInputElement): number => {
    const ruler = document.createElement('canvas').getContext('2d');
    if (ruler === null) return 0;
    const { font, letterSpacing } = getComputedStyle(field, '::placeholder');
    ruler.font = font;
    ruler.letterSpacing = letterSpacing;
    return ruler.measureText(field.placeholder).width;
  };
  const roomOf = (field: HTMLInputElement): number => {
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  };

  // Texts.
  for (const element of all) {
    const style = getComputedStyle(element);
    const isWide = element.scrollWidth > element.clientWidth + SLACK;
    const isHigh = element.scrollHeight > element.clientHeight + SLACK;
    const isBlock = style.display !== 'inline' && element.clientWidth > 0;
    if (element instanceof HTMLInputElement) {
      if (element.value === '' && widthOfPlaceholder(element) > roomOf(element)) {
        found.push(`${nameOf(element)}: its placeholder is cut: ${element.placeholder}`);
      }
      continue;
    }
    if (element instanceof SVGElement) continue;
    if (isBlock && clips(style) && (isWide || isHigh)) {
      const isTold = element.getAttribute('title') === element.textContent?.trim();
      if (!isTold) found.push(`${nameOf(element)} is cut off`);
    }
    if (isBlock && scrolls(style)) {
      // A file's lines are as long as they are.
      if (isWide && !element.matches('textarea[wrap="off"]')) {
        found.push(`${nameOf(element)} scrolls sideways`);
      }
      if (isHigh && !element.matches(SCROLLERS)) {
        found.push(`${nameOf(element)} scrolls, and nothing says so`);
      }
      if (isHigh && element !== root && root.clientHeight < innerHeight - 2 * MARGIN) {
        found.push(`${nameOf(element)} scrolls, and its dialog has room`);
      }
    }
    if (isBlock && element.matches('button, [role="option"]') && (isWide || isHigh)) {
      found.push(`${nameOf(element)}: its words do not fit into it`);
    }
    const hasWords = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    if (hasWords) {
      const { left, right } = element.getBoundingClientRect();
      if (left < -SLACK || right > document.documentElement.clientWidth + SLACK) {
        found.push(`${nameOf(element)} stands beside the window`);
      }
    }
  }

  for (const element of pressed) {
    // To scroll costs a layout: only for what is not in sight.
    const coveredBy = () => coverOf(element) ?? fadeOver(element.getBoundingClientRect());
    if (coveredBy() === null) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const cover = coveredBy();
    if (cover !== null) found.push(`${nameOf(element)} is beneath ${cover}`);
  }
  /** What lies over the middle of its first line. */
  const overWords = (element: Element): string | null => {
    const [line] = wordsIn(element);
    if (line === undefined) return null;
    const hit = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
    if (hit === null) return 'nothing';
    // What one types with lies over what stands at the end of a low window, and is put away by a press.
    if (hit.closest('[data-pad]') !== null) return null;
    return element.contains(hit) || hit.contains(element) ? fadeOver(line) : nameOf(hit);
  };
  for (const element of all) {
    if (element.closest(PRESSED) !== null) continue;
    if (getComputedStyle(element).pointerEvents === 'none' || overWords(element) === null) continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const over = overWords(element);
    if (over !== null) found.push(`${nameOf(element)} is beneath ${over}`);
  }
  restore();

  // Side by side, as far as they scroll with each other.
  const layerOf = (element: Element): Element => {
    for (let one = element.parentElement; one !== null; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (scrolls(style) || ['sticky', 'fixed'].includes(style.position)) return one;
    }
    return document.documentElement;
  };
  const boxes = pressed.map((element) => ({
    element,
    layer: layerOf(element),
    box: element.getBoundingClientRect(),
  }));
  boxes.forEach((one, at) => {
    for (const other of boxes.slice(at + 1)) {
      if (one.layer !== other.layer) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const width =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height =
        Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width > SLACK && height > SLACK) {
        found.push(`${nameOf(one.element)} lies over ${nameOf(other.element)}`);
      }
    }
  });
  const lines = all.flatMap((element) =>
    wordsIn(element).map((box) => ({ element, layer: layerOf(element), box })),
  );
  lines.forEach((one, at) => {
    for (const other of lines.slice(at + 1)) {
      if (one.layer !== other.layer || one.element === other.element) continue;
      const width =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height =
        Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width > SLACK && height > SLACK) {
        found.push(
          `the words of ${nameOf(one.element)} lie over those of ${nameOf(other.element)}`,
        );
      }
    }
  });
  return found;
}

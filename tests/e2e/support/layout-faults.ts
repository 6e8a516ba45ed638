export type FocusExpectation = 'anywhere' | 'in-sight' | 'only';

/**
 * Returns a description of each layout fault. Runs inside the page, so it uses nothing from
 * outside. Scrolls as the focus would, and restores the positions. `focus`: whether the focused
 * element must be visible; `'only'` checks nothing else.
 */
export function findLayoutFaults(focus: FocusExpectation): string[] {
  const CONTROLS =
    'button, input:not([type="hidden"]):not([type="file"]), select, textarea, a[href], [role="option"]';
  /** A scroll container must be recognizable: by a fade at its edge, or by what covers its end. */
  const SCROLLERS = 'html, body, main, [data-scrolls], [role$="dialog"], [data-covers]';
  const TOLERANCE_PX = 1.5;
  /** Around a dialog of maximum height. */
  const DIALOG_MARGIN_PX = 32;
  /** A window below this height scrolls as a whole. */
  const MIN_FIXED_HEIGHT_PX = 576;
  /** A fade below this opacity hides nothing. */
  const MIN_FADE_OPACITY = 0.2;
  const faults: string[] = [];

  const dialogs = [...document.querySelectorAll('[role$="dialog"]')];
  const root = dialogs.at(-1) ?? document.body;
  const describeElement = (element: Element): string => {
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return `${element.tagName.toLowerCase()} "${label.slice(0, 40)}"`;
  };
  const isVisible = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest('[inert]') !== null) return false;
    const { width, height } = element.getBoundingClientRect();
    // Texts only for screen readers occupy one pixel.
    return width > 2 && height > 2;
  };
  const isClipping = (style: CSSStyleDeclaration): boolean =>
    ['hidden', 'clip'].includes(style.overflowX) || ['hidden', 'clip'].includes(style.overflowY);
  const isScrolling = (style: CSSStyleDeclaration): boolean =>
    ['auto', 'scroll'].includes(style.overflowY) || ['auto', 'scroll'].includes(style.overflowX);

  const visibleElements = [root, ...root.querySelectorAll('*')].filter(isVisible);

  /**
   * Boxes of the element's own text, line by line. A line's box is higher than its letters, so only
   * its middle half counts.
   */
  const listTextBoxes = (element: Element): DOMRect[] =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
      })
      .filter(({ width, height }) => width > 2 && height > 2)
      .map(({ x, y, width, height }) => new DOMRect(x, y + height / 4, width, height / 2));

  // Controls.
  const scrollPositions = [...document.querySelectorAll('*')]
    .filter((element) => element.scrollHeight > element.clientHeight)
    .map((element) => ({ element, top: element.scrollTop }));
  const restoreScrolling = (): void => {
    for (const { element, top } of scrollPositions) element.scrollTop = top;
  };
  const findCover = (element: Element): string | null => {
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
        return hit === null ? 'nothing' : `${describeElement(hit)} (${hit.className})`;
      }
    }
    return null;
  };
  /** The opacity is updated one frame after the scroll position. */
  const isAtEnd = (fade: Element): boolean => {
    let ancestor = fade.parentElement;
    while (ancestor !== null && !isScrolling(getComputedStyle(ancestor)))
      ancestor = ancestor.parentElement;
    const { scrollHeight, clientHeight, scrollTop } = ancestor ?? document.documentElement;
    const maxScrollTop = scrollHeight - clientHeight;
    return maxScrollTop > TOLERANCE_PX && scrollTop > maxScrollTop - TOLERANCE_PX;
  };
  /**
   * Finds the fade over a point where the form continues beneath its actions: what is under it is
   * not readable.
   */
  const findFadeOver = ({ left, right, top, bottom }: DOMRect): string | null => {
    const middle = (top + bottom) / 2;
    for (const fade of root.querySelectorAll('[data-goes-on]')) {
      const isFaint = Number(getComputedStyle(fade).opacity) < MIN_FADE_OPACITY;
      if (isFaint || !isVisible(fade) || isAtEnd(fade)) continue;
      const box = fade.getBoundingClientRect();
      const isBeneath = middle > box.top && middle < box.bottom;
      if (isBeneath && right > box.left && left < box.right)
        return 'the fade at the end of the form';
    }
    return null;
  };

  // The largest figures are the purpose of a screen: they must be visible before anything is
  // scrolled.
  if (innerHeight > MIN_FIXED_HEIGHT_PX) {
    for (const amount of root.querySelectorAll('main [data-sum]')) {
      if (!isVisible(amount)) continue;
      const box = amount.getBoundingClientRect();
      const cover = findFadeOver(box) ?? findCover(amount);
      if (cover !== null)
        faults.push(`the sum ${describeElement(amount)} is beneath ${cover} at first`);
    }
  }

  const controls = [...root.querySelectorAll(CONTROLS)].filter(isVisible);
  const { activeElement } = document;
  if (focus !== 'anywhere' && activeElement !== null && controls.includes(activeElement)) {
    const cover = findCover(activeElement);
    if (cover !== null)
      faults.push(`the focus, ${describeElement(activeElement)}, is beneath ${cover}`);
  }
  if (focus === 'only') return faults;

  // A placeholder has no box, and does not widen its field.
  const getPlaceholderWidth = (field: HTMLInputElement): number => {
    const ruler = document.createElement('canvas').getContext('2d');
    if (ruler === null) return 0;
    const { font, letterSpacing } = getComputedStyle(field, '::placeholder');
    ruler.font = font;
    ruler.letterSpacing = letterSpacing;
    return ruler.measureText(field.placeholder).width;
  };
  const getInnerWidth = (field: HTMLInputElement): number => {
    const { paddingLeft, paddingRight } = getComputedStyle(field);
    return field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  };

  // Texts.
  for (const element of visibleElements) {
    const style = getComputedStyle(element);
    const isWide = element.scrollWidth > element.clientWidth + TOLERANCE_PX;
    const isHigh = element.scrollHeight > element.clientHeight + TOLERANCE_PX;
    const isBlock = style.display !== 'inline' && element.clientWidth > 0;
    if (element instanceof HTMLInputElement) {
      if (element.value === '' && getPlaceholderWidth(element) > getInnerWidth(element)) {
        faults.push(`${describeElement(element)}: its placeholder is cut: ${element.placeholder}`);
      }
      continue;
    }
    if (element instanceof SVGElement) continue;
    if (isBlock && isClipping(style) && (isWide || isHigh)) {
      const hasFullTitle = element.getAttribute('title') === element.textContent?.trim();
      if (!hasFullTitle) faults.push(`${describeElement(element)} is cut off`);
    }
    if (isBlock && isScrolling(style)) {
      // The lines of a file have any length.
      if (isWide && !element.matches('textarea[wrap="off"]')) {
        faults.push(`${describeElement(element)} scrolls sideways`);
      }
      if (isHigh && !element.matches(SCROLLERS)) {
        faults.push(`${describeElement(element)} scrolls, and nothing says so`);
      }
      if (isHigh && element !== root && root.clientHeight < innerHeight - 2 * DIALOG_MARGIN_PX) {
        faults.push(`${describeElement(element)} scrolls, and its dialog has room`);
      }
    }
    if (isBlock && element.matches('button, [role="option"]') && (isWide || isHigh)) {
      faults.push(`${describeElement(element)}: its words do not fit into it`);
    }
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
    if (hasText) {
      const { left, right } = element.getBoundingClientRect();
      if (left < -TOLERANCE_PX || right > document.documentElement.clientWidth + TOLERANCE_PX) {
        faults.push(`${describeElement(element)} stands beside the window`);
      }
    }
  }

  for (const element of controls) {
    // Scrolling costs a layout, so only elements that are not visible are scrolled to.
    const findAnyCover = () => findCover(element) ?? findFadeOver(element.getBoundingClientRect());
    if (findAnyCover() === null) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const cover = findAnyCover();
    if (cover !== null) faults.push(`${describeElement(element)} is beneath ${cover}`);
  }
  /** Finds what covers the middle of the element's first line. */
  const findTextCover = (element: Element): string | null => {
    const [line] = listTextBoxes(element);
    if (line === undefined) return null;
    const hit = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
    if (hit === null) return 'nothing';
    // The keypad covers the end of a low window, and a press closes it.
    if (hit.closest('[data-pad]') !== null) return null;
    return element.contains(hit) || hit.contains(element)
      ? findFadeOver(line)
      : describeElement(hit);
  };
  for (const element of visibleElements) {
    if (element.closest(CONTROLS) !== null) continue;
    if (getComputedStyle(element).pointerEvents === 'none' || findTextCover(element) === null)
      continue;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const cover = findTextCover(element);
    if (cover !== null) faults.push(`${describeElement(element)} is beneath ${cover}`);
  }
  restoreScrolling();

  // Overlaps count only between elements that scroll together.
  const getScrollLayer = (element: Element): Element => {
    for (
      let ancestor = element.parentElement;
      ancestor !== null;
      ancestor = ancestor.parentElement
    ) {
      const style = getComputedStyle(ancestor);
      if (isScrolling(style) || ['sticky', 'fixed'].includes(style.position)) return ancestor;
    }
    return document.documentElement;
  };
  const boxes = controls.map((element) => ({
    element,
    layer: getScrollLayer(element),
    box: element.getBoundingClientRect(),
  }));
  boxes.forEach((first, index) => {
    for (const second of boxes.slice(index + 1)) {
      if (first.layer !== second.layer) continue;
      if (first.element.contains(second.element) || second.element.contains(first.element))
        continue;
      const width =
        Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const height =
        Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (width > TOLERANCE_PX && height > TOLERANCE_PX) {
        faults.push(
          `${describeElement(first.element)} lies over ${describeElement(second.element)}`,
        );
      }
    }
  });
  const lines = visibleElements.flatMap((element) =>
    listTextBoxes(element).map((box) => ({ element, layer: getScrollLayer(element), box })),
  );
  lines.forEach((first, index) => {
    for (const second of lines.slice(index + 1)) {
      if (first.layer !== second.layer || first.element === second.element) continue;
      const width =
        Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const height =
        Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (width > TOLERANCE_PX && height > TOLERANCE_PX) {
        faults.push(
          `the words of ${describeElement(first.element)} lie over those of ${describeElement(second.element)}`,
        );
      }
    }
  });
  return faults;
}

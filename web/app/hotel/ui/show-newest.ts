/** Ref callback of a chart's region: scrolls a chart that is wider than the screen to its newest end. */
export const showNewest = (region: HTMLElement | null): void => {
	if (region) region.scrollLeft = region.scrollWidth;
};

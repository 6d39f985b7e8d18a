/** A ref of a chart's region: where the chart is wider than the screen, its newest end is seen first. */
export const showNewest = (region: HTMLElement | null): void => {
	if (region) region.scrollLeft = region.scrollWidth;
};

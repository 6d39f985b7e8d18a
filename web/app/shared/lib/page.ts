/** Navigation of the whole page; an object, so that tests can replace it. */
export const page = {
	reload: (): void => location.reload(),
	/** Navigates to a URL of any site, or to a file to download. */
	leave: (address: string): void => location.assign(address),
};

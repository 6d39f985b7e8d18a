const REVOKE_DELAY_MS = 60_000;

/** Hands a file that is here already to the browser to be saved. */
export function saveFile(file: Blob, filename: string): void {
	const address = URL.createObjectURL(file);
	const link = document.createElement("a");
	link.href = address;
	link.download = filename;
	document.body.append(link);
	link.click();
	link.remove();
	// Some browsers read it only after the press is over.
	setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}

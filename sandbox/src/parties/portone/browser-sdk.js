// The part of PortOne's browser SDK for identity verification: the same call, the same result.
(() => {
	const base = "{{base}}";
	const mobile = /Android|iPhone|iPad|iPod|Mobile/i.test(navigator.userAgent);

	function address(options, fields) {
		const url = new URL("/window", base);
		for (const name of ["storeId", "channelKey", "identityVerificationId", "customData"]) {
			if (options[name] != null) url.searchParams.set(name, options[name]);
		}
		for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
		return url.href;
	}

	function failed(options, code, message) {
		return {
			transactionType: "IDENTITY_VERIFICATION",
			identityVerificationId: options.identityVerificationId,
			identityVerificationTxId: "",
			code,
			message,
		};
	}

	// resolves when the window posts its result or is closed
	function popUp(options) {
		const opened = window.open(
			address(options, { openerOrigin: location.origin }),
			"portone-identity-verification",
			"popup,width=480,height=720",
		);
		if (!opened) return Promise.resolve(failed(options, "POPUP_BLOCKED", "팝업이 차단되었습니다."));
		return new Promise((resolve) => {
			let closed;
			function end(result) {
				clearInterval(closed);
				window.removeEventListener("message", hear);
				resolve(result);
			}
			function hear(event) {
				if (event.origin !== base || event.data?.portone !== "identity-verification") return;
				end(event.data.result);
			}
			window.addEventListener("message", hear);
			closed = setInterval(() => {
				if (opened.closed) end(failed(options, "FAILURE_TYPE_PG", "사용자가 창을 닫았습니다."));
			}, 500);
		});
	}

	async function requestIdentityVerification(options) {
		for (const name of ["storeId", "identityVerificationId", "channelKey"]) {
			if (!options?.[name]) throw new Error(`requestIdentityVerification: ${name} is needed`);
		}
		// by default the channel's kind of window; this channel redirects wherever a return is possible
		const usual = mobile || options.redirectUrl ? "REDIRECTION" : "POPUP";
		const type = options.windowType?.[mobile ? "mobile" : "pc"] ?? usual;
		if (type === "REDIRECTION") {
			if (!options.redirectUrl) throw new Error("requestIdentityVerification: redirectUrl is needed");
			location.assign(address(options, { redirectUrl: options.redirectUrl }));
			// the page is unloaded, so nothing receives the result
			return new Promise(() => {});
		}
		const result = await popUp(options);
		if (!options.forceRedirect) return result;
		if (!options.redirectUrl) throw new Error("requestIdentityVerification: redirectUrl is needed");
		const back = new URL(options.redirectUrl);
		for (const [name, value] of Object.entries(result)) back.searchParams.set(name, value);
		location.assign(back.href);
		return new Promise(() => {});
	}

	window.PortOne = { ...window.PortOne, requestIdentityVerification };
})();

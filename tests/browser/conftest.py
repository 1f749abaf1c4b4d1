"""A headless Chromium for the tests that need one: Debian's `chromium` and `chromium-driver`, driven by Selenium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

QUIET = (
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--window-size=900,1000",
)
"""No screen, and no errands of the browser's own."""

Start = Callable[..., "WebDriver"]


@pytest.fixture(name="start")
def _start(tmp_path: Path) -> Iterator[Start]:
    """Starts browsers that end with the test; `dark` is the scheme that pages are told."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="Selenium is not installed (it is in the extra dev)")
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("no chromium and chromedriver here (Debian's packages chromium and chromium-driver)")
    started: list[WebDriver] = []

    def start(*, dark: bool = False) -> WebDriver:
        options = webdriver.ChromeOptions()
        options.binary_location = browser
        for argument in QUIET:
            options.add_argument(argument)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")  # the sandbox is not for root, as whom containers run
        if dark:
            options.add_argument("--blink-settings=preferredColorScheme=0")
        options.add_argument(f"--user-data-dir={tmp_path / f'profile{len(started)}'}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        made: WebDriver = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        started.append(made)
        return made

    yield start
    for browser_started in started:
        browser_started.quit()

